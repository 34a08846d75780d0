import { randomUUID } from 'node:crypto';
import { getPatientHistory, getPatientViews } from '@snimok/contract/administration/history';
import { listExternalShares } from '@snimok/contract/viewing/external-shares';
import { describeReach } from '@snimok/contract/administration/history-labels';
import { expect, test } from 'vitest';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import { startServer } from '../../testing/portal/server.ts';

const historyOf = async (client: TestClient, patientID: number, query = '') =>
  responseOf(getPatientHistory, await client.get(`/assistant/patients/${patientID}/history${query}`));

test('repeated views by one person are one entry a day with their times, and other events are not grouped', async () => {
  const { as, make, context } = await startServer({ TIME_ZONE: 'Europe/Moscow' });
  const assistant = await make.assistant({ name: 'Дарья' });
  const colleague = await make.assistant({ name: 'Ольга' });
  const { patientID } = await make.patient();
  const client = await as(assistant);
  const view = { actorKind: 'assistant', action: 'patient.see', patientID, address: '10.0.0.1' };
  const at = (time: string) => new Date(`2026-11-${time}:00+03:00`);
  const rows = [
    // the days of the centre: in UTC the second view is of the 19th
    { ...view, actorID: assistant.id, at: at('19T23:59') },
    { ...view, actorID: assistant.id, at: at('20T00:30') },
    { ...view, actorID: assistant.id, at: at('20T09:00') },
    { ...view, actorID: colleague.id, at: at('20T09:01') },
    { ...view, actorID: assistant.id, at: at('20T09:02'), address: '10.0.0.2' },
    { ...view, actorID: assistant.id, at: at('20T09:03'), action: 'study.download' },
    { ...view, actorID: assistant.id, at: at('20T09:04'), action: 'study.download' },
    { ...view, actorID: assistant.id, at: at('20T10:00') },
  ];
  for (const row of rows) await context.db.insertInto('auditEvents').values(row).execute();

  const grouped = await historyOf(client, patientID, '?group=views');
  expect(grouped.totalCount).toBe(6);
  expect(grouped.events.map(({ action, actorName, repeats }) => [action, actorName, repeats?.count])).toEqual(
    [
      ['patient.see', 'Дарья', 3],
      ['study.download', 'Дарья', undefined],
      ['study.download', 'Дарья', undefined],
      ['patient.see', 'Дарья', undefined],
      ['patient.see', 'Ольга', undefined],
      ['patient.see', 'Дарья', undefined],
    ],
  );
  expect(grouped.events[0]).toMatchObject({
    at: at('20T10:00').toISOString(),
    repeats: {
      firstAt: at('20T00:30').toISOString(),
      times: [at('20T10:00'), at('20T09:00'), at('20T00:30')].map((time) => time.toISOString()),
    },
  });
  // clients that do not ask for groups get every event
  const single = await historyOf(client, patientID);
  expect([single.totalCount, single.events.length]).toEqual([8, 8]);
  expect(single.events.every((event) => event.repeats === undefined)).toBe(true);
});

test('a group of views is one entry of a page of the history, with the times of at most a hundred views', async () => {
  const { as, make, context } = await startServer();
  const assistant = await make.assistant();
  const { patientID } = await make.patient();
  const client = await as(assistant);
  const row = { actorKind: 'assistant', actorID: assistant.id, patientID, at: new Date('2026-11-20T08:00Z') };
  const changes = Array.from({ length: 31 }, () => ({ ...row, action: 'patient.change' }));
  const views = Array.from({ length: 150 }, () => ({ ...row, action: 'patient.see' }));
  await context.db
    .insertInto('auditEvents')
    .values([...changes, ...views])
    .execute();
  const first = await historyOf(client, patientID, '?group=views');
  expect([first.totalCount, first.events.length]).toEqual([32, 30]);
  expect(first.events[0]?.repeats).toMatchObject({ count: 150 });
  expect(first.events[0]?.repeats?.times).toHaveLength(100);
  const second = await historyOf(client, patientID, '?group=views&offset=30');
  expect(second.events.map(({ action }) => action)).toEqual(['patient.change', 'patient.change']);
});

test('only the doctor who owns a patient, not a doctor with a share, sees who viewed it, without addresses', async () => {
  const { as, make, context } = await startServer();
  const owner = await make.doctor({ name: 'Клиника' });
  const colleague = await make.doctor({ name: 'Коллега' });
  const { patientID } = await make.patient({ doctor: owner });
  const event = {
    actorKind: 'doctor',
    actorID: colleague.id,
    patientID,
    address: '10.0.0.1',
    at: new Date(),
  };
  for (const action of ['study.view', 'study.view', 'study.download', 'patient.change'])
    await context.db
      .insertInto('auditEvents')
      .values({ ...event, action })
      .execute();
  const path = `/doctor/patients/${patientID}/views`;
  const { events, totalCount } = responseOf(getPatientViews, await (await as(owner)).get(path));
  expect(events.map(({ action, actorName, address }) => [action, actorName, address])).toEqual([
    ['study.download', 'Коллега', null],
    ['study.view', 'Коллега', null],
  ]);
  expect([totalCount, events[1]?.repeats?.count]).toEqual([2, 2]);
  const other = await as(colleague);
  expect((await other.get(path)).status).toBe(403);
  await context.db.insertInto('patientShares').values({ patientID, doctorID: colleague.id }).execute();
  expect((await other.get(path)).status).toBe(403);
});

test('the history names the recipients of links, copies and patient access, also after a link has ended', async () => {
  const { as, make, context } = await startServer();
  const owner = await make.doctor({ name: 'Клиника' });
  const other = await make.doctor({ name: 'Коллега' });
  const { studyID, patientID } = await make.study({ doctor: owner, status: 'done' });
  const client = await as(await make.assistant());
  const link = { email: 'external@clinic.test', flags: ['download'] };
  const shares = `/assistant/studies/${studyID}/external-shares`;
  expect((await client.post(shares, link)).status).toBe(201);
  const { shares: made } = responseOf(listExternalShares, await client.get(shares));
  expect((await client.delete(`${shares}/${made[0]!.shareUUID}`)).status).toBe(204);
  const handOut = (email: string | null) =>
    client.post(`/studies/${studyID}/patient-access`, { shareUUID: randomUUID(), pin: '483920', email });
  expect((await handOut(null)).status).toBe(201);
  expect((await handOut('patient@mail.test')).status).toBe(201);
  const copy = { doctorID: other.id, patientID: null, shouldDuplicatePatient: true };
  expect((await client.post(`/assistant/studies/${studyID}/copy`, copy)).status).toBe(201);

  const { events } = await historyOf(client, patientID);
  const reachOf = (action: string) =>
    events.filter((event) => event.action === action).map((event) => describeReach(event));
  expect(reachOf('share.create')).toEqual([['Получатель: external@clinic.test']]);
  expect(reachOf('share.delete')).toEqual([['Получатель: external@clinic.test']]);
  expect(reachOf('share.hand-out')).toEqual([
    ['Способ: QR-код и ПИН-код на листе, ссылка по почте на patient@mail.test'],
    ['Способ: QR-код и ПИН-код на листе'],
  ]);
  expect(reachOf('study.copy')).toEqual([['Клиент: Коллега']]);
  // the records themselves have ids only
  const stored = await context.db.selectFrom('auditEvents').select('details').execute();
  expect(JSON.stringify(stored)).not.toContain('external@clinic.test');
  // addresses of other people do not concern the client
  await client.get(`/assistant/patients/${patientID}/history`);
  const views = await (await as(owner)).get(`/doctor/patients/${patientID}/views`);
  expect(JSON.stringify(views.body)).not.toContain('@');
});

test('the history of one patient is exported as a file, and the export is in that history', async () => {
  const { as, make, context } = await startServer();
  const { patientID } = await make.patient();
  const client = await as(await make.assistant({ name: 'Дарья' }));
  await client.get(`/assistant/patients/${patientID}`);
  const path = `/assistant/exports/history?patientID=${patientID}&format=csv`;
  const file = await client.get(path);
  expect(file.status).toBe(200);
  expect(file.body).toContain('Карточка пациента просмотрена');
  expect(file.body).toContain('Дарья, сотрудник центра');
  const { events } = await historyOf(client, patientID);
  expect(events[0]).toMatchObject({ action: 'patient.export-history', actorName: 'Дарья' });

  const person = await make.assistant();
  await context.db
    .updateTable('accounts')
    .set({ rights: ['studies', 'export'] })
    .where('id', '=', person.id)
    .execute();
  const colleague = await as(person);
  expect((await colleague.get(path)).status).toBe(403);
  expect((await client.get('/assistant/exports/history?patientID=999999')).status).toBe(404);
});
