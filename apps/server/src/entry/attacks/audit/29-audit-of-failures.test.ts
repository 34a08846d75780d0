import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startServer, type TestServer } from '../../../testing/portal/server.ts';

const recordsOf = async ({ context }: TestServer) => {
  await context.auditBuffer.flush();
  const { rows } = await sql<{
    action: string;
    actorKind: string;
    address: string;
    patientID: number;
    details: Details;
  }>`
    select action, actor_kind, address, patient_id, details from audit_events order by id`.execute(
    context.db,
  );
  return rows;
};
type Details = Record<string, unknown>;

test('a refused request of a doctor for the patient of another doctor is recorded with patient and address', async () => {
  const server = await startServer();
  const { patientID } = await server.make.patient();
  const doctor = await server.as(await server.make.doctor());
  await doctor.get(`/assistant/patients/${patientID}`);
  await doctor.get(`/doctor/patients/${patientID}`);
  await doctor.get(`/doctor/patients/${patientID + 1}`);
  const refused = (await recordsOf(server)).filter(({ action }) => action === 'access.deny');
  expect(refused).toMatchObject([
    { actorKind: 'doctor', address: '127.0.0.1', patientID, details: { status: 403 } },
    { actorKind: 'doctor', address: '127.0.0.1', patientID, details: { status: 403 } },
    { actorKind: 'doctor', address: '127.0.0.1', patientID: patientID + 1, details: { status: 404 } },
  ]);
  const centre = await server.as(await server.make.assistant());
  const { body } = await centre.get(`/assistant/patients/${patientID}/history`);
  expect((body as { events: { action: string }[] }).events.map(({ action }) => action)).toEqual([
    'access.deny',
    'access.deny',
  ]);
});

test('requests for unknown endpoints and requests without a session are not recorded', async () => {
  const server = await startServer();
  const doctor = await server.as(await server.make.doctor());
  await doctor.get('/no/such/endpoint');
  await server.nobody.get('/doctor/patients/1');
  const actions = (await recordsOf(server)).map(({ action }) => action);
  expect(actions).toEqual(['account.sign-in']);
});

test('a flood of refused requests adds few records, which contain the number of the requests', async () => {
  const server = await startServer();
  const doctor = await server.as(await server.make.doctor());
  for (let n = 1; n <= 300; n++) await doctor.get(`/doctor/patients/${n}`);
  await server.context.auditBuffer.close();
  const refused = (await recordsOf(server)).filter(({ action }) => action === 'access.deny');
  expect(refused.length).toBeLessThan(25);
  const total = refused.reduce((sum, { details }) => sum + Number(details.repeated ?? 1), 0);
  expect(total).toBe(300);
});

test('failed sign-ins are on record by account, or by a keyed hash of an unknown e-mail, without any password', async () => {
  const server = await startServer();
  const { id, email } = await server.make.doctor();
  await server.nobody.signIn(email, 'Wrong-password-1');
  await server.nobody.signIn('unknown@example.org', 'Wrong-password-2');
  await server.nobody.signIn('unknown@example.org', 'Wrong-password-3');
  await server.context.auditBuffer.close();
  const failed = (await recordsOf(server)).filter(({ action }) => action === 'account.sign-in-failed');
  expect(failed.map(({ details }) => details)).toEqual([
    { accountID: id, reason: 'unauthorized_client' },
    { mailbox: expect.stringMatching(/^[0-9a-f]{16}$/), reason: 'unauthorized_client' },
    { mailbox: expect.stringMatching(/^[0-9a-f]{16}$/), reason: 'unauthorized_client', repeated: 1 },
  ]);
  expect(failed.every(({ address }) => address === '127.0.0.1')).toBe(true);
  expect(JSON.stringify(failed)).not.toMatch(/Wrong-password|unknown@|example/);
});

test('a sign-in that the throttle refuses is recorded as a lock-out', async () => {
  const server = await startServer();
  const { email } = await server.make.doctor();
  let status = 0;
  for (let n = 0; n < 60 && status !== 429; n++)
    ({ status } = await server.nobody.signIn(email, `Wrong-password-${n}`));
  expect(status).toBe(429);
  const lockOuts = (await recordsOf(server)).filter(({ action }) => action === 'access.lock-out');
  expect(lockOuts).toMatchObject([
    { address: '127.0.0.1', details: { status: 429, route: '/api/1/auth/token' } },
  ]);
});

test('showing the link of an external share is on record, and so are tries of an unknown link', async () => {
  const server = await startServer();
  const study = await server.make.study({ status: 'done' });
  const centre = await server.as(await server.make.assistant());
  const shares = `/assistant/studies/${study.studyID}/external-shares`;
  const { body } = await centre.post(shares, { email: 'reader@example.org', flags: ['download'] });
  const { shareUUID } = body as { shareUUID: string };
  expect((await centre.get(`${shares}/${shareUUID}/link`)).status).toBe(200);
  await fetch(`${server.address}/api/1/external/study`, { headers: { authorization: 'Bearer guessed' } });
  const records = await recordsOf(server);
  expect(records.map(({ action }) => action)).toEqual([
    'account.sign-in',
    'share.create',
    'share.copy',
    'share.refuse',
  ]);
  expect(records[2]).toMatchObject({
    actorKind: 'assistant',
    patientID: study.patientID,
    details: { shareUUID },
  });
});
