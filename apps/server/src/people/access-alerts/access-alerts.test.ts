import { listAccessAlerts } from '@snimok/contract/people/access-alerts';
import { expect, test } from 'vitest';
import type { Context } from '../../platform/context.ts';
import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import type { Account } from '../../testing/portal/make.ts';
import { grantProgramAccess } from '../../testing/callers/program.ts';
import { startServer, type TestServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { alertIfOver } from './raise-alert.ts';
import { checkOpenings } from './watch-openings.ts';

const checkAllOpenings = (context: Context) => checkOpenings.run(context, {}, new AbortController().signal);

const PATIENT = 'Неповторимова Аделаида';

const start = async (settings: Record<string, string> = {}) => {
  const server = await startServer({ ALERT_STUDIES_HOURLY: '3', ...settings });
  const administrator = await server.make.assistant({ name: 'Дарья' });
  const doctor = await server.make.doctor({ name: 'Клиника', flags: ['remote-viewer'] });
  const patient = await server.make.patient({ doctor, name: PATIENT });
  const studies = [];
  for (let n = 0; n < 5; n++)
    studies.push((await server.make.study({ patient, status: 'done', picture: true })).studyID);
  const centre = await server.as(administrator);
  const download = (client: TestClient, studyID: number | undefined) =>
    client.get(`/doctor/patients/${patient.patientID}/studies/${studyID}/download`);
  const alerts = async () => {
    await server.context.auditBuffer.flush();
    return responseOf(listAccessAlerts, await centre.get('/assistant/access-alerts')).alerts;
  };
  return { ...server, administrator, doctor, patient, studies, centre, download, alerts };
};

/** Inserts the records that another process would have written. */
const addOpenings = (
  { context }: TestServer,
  {
    account,
    studyIDs,
    minutesAgo = 0,
    actorKind = 'doctor',
  }: { account: Account; studyIDs: number[]; minutesAgo?: number; actorKind?: string },
) =>
  context.db
    .insertInto('auditEvents')
    .values(
      studyIDs.map((studyID) => ({
        actorKind,
        actorID: account.id,
        action: 'study.view',
        studyID,
        at: new Date(Date.now() - minutesAgo * 60_000),
      })),
    )
    .execute();

test('an account that opens more different studies within an hour than the threshold raises one alert', async () => {
  const server = await start();
  const { context, logged, studies, download, alerts, doctor, centre, outbox, nobody, address, work } =
    server;
  const second = await server.make.assistant();
  // only these two accounts stay administrators
  await context.db
    .updateTable('accounts')
    .set({ rights: ['studies'] })
    .where('id', 'not in', [server.administrator.id, second.id])
    .execute();
  const clinic = await server.as(doctor);
  for (const studyID of [...studies.slice(0, 3), ...studies.slice(0, 3)])
    expect((await download(clinic, studyID)).status).toBe(200);
  expect(await alerts()).toEqual([]);
  // a picture counts as well as a download
  expect((await clinic.get(`/studies/${studies[3]}/picture?size=full`)).status).toBe(200);
  const [alert] = await alerts();
  expect(alert).toMatchObject({
    accountID: doctor.id,
    accountName: 'Клиника',
    accountKind: 'client',
    doctorID: doctor.id,
    studies: 4,
    threshold: 3,
    suspended: false,
  });
  await download(clinic, studies[4]);
  expect(await alerts()).toHaveLength(1);

  await work('send-letter', 'raise-access-alerts');
  await until('the letters', () => outbox.length >= 2);
  expect(outbox.map(({ to }) => to).toSorted()).toEqual(
    [server.administrator.email, second.email].toSorted(),
  );
  for (const letter of outbox) expect(JSON.stringify(letter)).not.toContain('Неповторимова');
  expect(logged.filter((line) => line.includes('more studies within an hour'))).toHaveLength(1);
  const metrics = String((await nobody.get(`${address}/metrics`)).body);
  expect(metrics).toContain('snimok_access_alerts_open 1');

  const path = `/assistant/access-alerts/${alert?.alertID}/acknowledged`;
  expect((await centre.put(path)).status).toBe(204);
  expect((await centre.put(path)).status).toBe(204);
  expect(await alerts()).toEqual([]);
  const acknowledged = await context.db
    .selectFrom('auditEvents')
    .select('doctorID')
    .where('action', '=', 'account.acknowledge-alert')
    .execute();
  expect(acknowledged).toEqual([{ doctorID: doctor.id }]);
});

test('only openings within the last hour count, and none if no threshold is set', async () => {
  const server = await start();
  const { studies, doctor, context, alerts } = server;
  await addOpenings(server, { account: doctor, studyIDs: studies.slice(0, 2), minutesAgo: 61 });
  await addOpenings(server, { account: doctor, studyIDs: studies.slice(2, 5), minutesAgo: 59 });
  await checkAllOpenings(context);
  expect(await alerts()).toEqual([]);
  await addOpenings(server, { account: doctor, studyIDs: studies.slice(0, 1) });
  await checkAllOpenings({
    ...context,
    config: { ...context.config, accessAlerts: { studiesHourly: 0, suspend: true } },
  });
  expect(await alerts()).toEqual([]);
  // a process was killed after it wrote the records and before it counted them
  await checkAllOpenings(context);
  expect(await alerts()).toMatchObject([{ studies: 4 }]);
});

test('studies that the program at a clinic fetches do not count as openings of the doctor who allowed it', async () => {
  const server = await start({ ALERT_SUSPEND: 'on' });
  const { studies, doctor, context, alerts } = server;
  await addOpenings(server, { account: doctor, studyIDs: studies, actorKind: 'receiver' });
  await alertIfOver(context, doctor.id);
  await checkAllOpenings(context);
  expect(await alerts()).toEqual([]);
});

test('an account that an administrator enabled raises a new alert when further openings exceed the threshold', async () => {
  const server = await start({ ALERT_SUSPEND: 'on' });
  const { context, alerts, centre, doctor } = server;
  const made = [...server.studies];
  for (let n = 0; n < 3; n++) made.push((await server.make.study({ status: 'done' })).studyID);
  const open = async (from: number, to: number) => {
    await addOpenings(server, { account: doctor, studyIDs: made.slice(from, to) });
    await alertIfOver(context, doctor.id);
  };
  await open(0, 4);
  const [alert] = await alerts();
  expect(alert).toMatchObject({ studies: 4, suspended: true });
  expect((await centre.delete(`/assistant/suspensions/${doctor.id}`)).status).toBe(204);
  expect((await centre.put(`/assistant/access-alerts/${alert?.alertID}/acknowledged`)).status).toBe(204);
  await open(4, 7);
  expect(await alerts()).toEqual([]);
  await open(7, 8);
  expect(await alerts()).toMatchObject([{ studies: 8, suspended: true }]);
});

test('if several processes count at the same time, only one raises the alert', async () => {
  const server = await start({ ALERT_SUSPEND: 'on' });
  const { studies, doctor, context, alerts } = server;
  await addOpenings(server, { account: doctor, studyIDs: studies });
  await Promise.all(Array.from({ length: 6 }, () => alertIfOver(context, doctor.id)));
  expect(await alerts()).toMatchObject([{ studies: 5, suspended: true }]);
});

test('a suspended account loses all access at once, its sign-in says whom to call, and an administrator can enable it', async () => {
  const server = await start({ ALERT_SUSPEND: 'on' });
  const { studies, context, alerts, centre, nobody } = server;
  const employee = await server.make.assistant({ name: 'Борис' });
  const session = await server.as(employee);
  const { bearer: program } = await grantProgramAccess(server, session);
  const opened = await session.post(`/assistant/studies/${studies[0]}/remote-session`);
  const { remoteSessionURL } = opened.body as { remoteSessionURL: string };
  const viewer = { authorization: `Bearer ${new URL(remoteSessionURL).hash.slice(1)}` };
  const { presignedURL } = (await session.get(`/assistant/studies/${studies[0]}/download`)).body as {
    presignedURL: string;
  };
  const statuses = async () => [
    (await session.get('/assistant/settings')).status,
    (await nobody.send('GET', '/assistant/doctors', undefined, program)).status,
    (await nobody.send('GET', '/viewer/study', undefined, viewer)).status,
    (await fetch(presignedURL)).status,
  ];
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  for (const studyID of studies) await session.get(`/assistant/studies/${studyID}/download`);
  expect(await alerts()).toMatchObject([{ accountName: 'Борис', accountKind: 'staff', suspended: true }]);
  expect(await statuses()).toEqual([401, 401, 403, 403]);

  const refused = await server.nobody.signIn(employee.email, employee.password);
  expect([refused.status, refused.body]).toEqual([
    403,
    { error: expect.stringMatching(/^Вход приостановлен.*Позвоните/) },
  ]);
  expect((await centre.delete(`/assistant/suspensions/${employee.id}`)).status).toBe(204);
  expect((await centre.delete(`/assistant/suspensions/${employee.id}`)).status).toBe(404);
  expect(await alerts()).toMatchObject([{ suspended: false }]);
  const again = await server.as(employee);
  expect((await again.get('/assistant/settings')).status).toBe(200);
  // programs must be accepted again, because their tokens may be in the wrong hands
  expect((await nobody.send('GET', '/assistant/doctors', undefined, program)).status).toBe(401);
  const actions = await context.db
    .selectFrom('auditEvents')
    .select('action')
    .where('doctorID', '=', employee.id)
    .orderBy('id')
    .execute();
  expect(actions.map(({ action }) => action)).toEqual(['account.alert', 'account.suspend', 'account.resume']);
});

test('the last administrator raises an alert but is never suspended', async () => {
  const server = await start({ ALERT_SUSPEND: 'on' });
  const { administrator, studies, context, alerts, centre } = server;
  await context.db
    .updateTable('accounts')
    .set({ rights: ['studies'] })
    .where('id', '!=', administrator.id)
    .execute();
  for (const studyID of studies) await centre.get(`/assistant/studies/${studyID}/download`);
  expect(await alerts()).toMatchObject([{ accountName: 'Дарья', suspended: false }]);
  expect((await centre.get('/assistant/settings')).status).toBe(200);
});

test('suspending the owner or another person of a client does not suspend the client’s other people', async () => {
  const server = await start({ ALERT_SUSPEND: 'on' });
  const { doctor, studies, download, alerts } = server;
  const person = await server.make.member(doctor, 'doctor');
  const colleague = await server.make.member(doctor, 'doctor');
  const owner = await server.as(doctor);
  const one = await server.as(person);
  const other = await server.as(colleague);
  for (const studyID of studies) await download(one, studyID);
  expect(await alerts()).toMatchObject([
    { accountKind: 'member', doctorName: 'Клиника', accountID: person.id },
  ]);
  expect((await one.get('/doctor/me')).status).toBe(401);
  for (const studyID of studies) await download(owner, studyID);
  expect(await alerts()).toHaveLength(2);
  expect((await owner.get('/doctor/me')).status).toBe(401);
  expect((await other.get('/doctor/me')).status).toBe(200);
  const again = await server.as(colleague);
  expect((await download(again, studies[0])).status).toBe(200);
  const people = (await server.centre.get(`/assistant/doctors/${doctor.id}/people`)).body as {
    people: { accountID: number; suspendedAt: string | null }[];
  };
  const suspended = people.people.filter(({ suspendedAt }) => suspendedAt);
  expect(suspended.map(({ accountID }) => accountID).toSorted()).toEqual([doctor.id, person.id].toSorted());
});
