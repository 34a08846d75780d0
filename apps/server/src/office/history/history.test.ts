import { getPatientHistory, getPatientViews } from '@snimok/contract/audit';
import { expect, test } from 'vitest';
import { responseOf } from '../../testing/contract.ts';
import type { TestClient } from '../../testing/client.ts';
import { startServer } from '../../testing/server.ts';

const historyOf = async (client: TestClient, patientID: number, query = '') =>
  responseOf(getPatientHistory, await client.get(`/assistant/patients/${patientID}/history${query}`));

test('repeated views of a person are one entry a day with their times, and other events are not grouped', async () => {
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

test('a page of the history is not filled by one group, and its times are limited', async () => {
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

test('a doctor sees who saw own patients, without addresses, and nobody else does', async () => {
  const { as, make, context } = await startServer();
  const [owner, colleague] = [await make.doctor({ name: 'Клиника' }), await make.doctor({ name: 'Коллега' })];
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
