import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { after } from '../time-and-sizes/clock.ts';
import { DAY_MS } from '../time-and-sizes/duration.ts';
import { startServer } from '../../testing/portal/server.ts';
import { deleteOldAnswers } from './once.ts';

const FACTS = { name: 'Повторова Анна', sex: 'female', birthday: '1980-01-02' };

const start = async () => {
  const server = await startServer();
  const doctor = await server.make.doctor();
  const count = async (table: 'patients' | 'studies' | 'auditEvents') => {
    const rows = server.context.db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('count'));
    return Number((await rows.executeTakeFirstOrThrow()).count);
  };
  return { ...server, server, doctor, count, assistant: await server.as(await server.make.assistant()) };
};

test('repeating a request with the same id creates the card, the study or both once and returns the same answer', async () => {
  const { assistant, doctor, count } = await start();
  const repeat = async (path: string, body: object) => {
    const request = { ...body, requestUUID: randomUUID() };
    // the first response was lost; the next two arrive at the same time
    const replies = [await assistant.post(path, request)];
    replies.push(...(await Promise.all([assistant.post(path, request), assistant.post(path, request)])));
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
    for (const { body: answer } of replies) expect(answer).toEqual(replies[0]?.body);
    return replies[0]?.body as { patientID: number; studyID: number };
  };
  const { patientID } = await repeat(`/assistant/doctors/${doctor.id}/patients`, FACTS);
  expect(await count('patients')).toBe(1);
  await repeat(`/assistant/patients/${patientID}/studies`, { studyType: 'rg' });
  expect([await count('patients'), await count('studies')]).toEqual([1, 1]);
  await repeat('/assistant/intake/studies', { ...FACTS, doctorID: doctor.id, studyType: 'cbct' });
  expect([await count('patients'), await count('studies')]).toEqual([2, 2]);
});

test('simultaneous requests with the same id create one patient and get the same answer', async () => {
  const { assistant, doctor, count } = await start();
  const path = `/assistant/doctors/${doctor.id}/patients`;
  const request = { ...FACTS, requestUUID: randomUUID() };
  const replies = await Promise.all(Array.from({ length: 5 }, () => assistant.post(path, request)));
  expect(new Set(replies.map(({ body }) => (body as { patientID: number }).patientID)).size).toBe(1);
  expect(await count('patients')).toBe(1);
});

test('a request counts as new after a refusal, from another person, or without an id', async () => {
  const { assistant, doctor, count, as, make } = await start();
  const requestUUID = randomUUID();
  const path = `/assistant/doctors/${doctor.id}/patients`;
  expect((await assistant.post(path, { ...FACTS, birthday: '2999-01-01', requestUUID })).status).toBe(400);
  expect((await assistant.post(path, { ...FACTS, requestUUID })).status).toBe(201);
  const colleague = await as(await make.assistant());
  expect((await colleague.post(path, { ...FACTS, requestUUID })).status).toBe(201);
  for (const body of [FACTS, FACTS]) expect((await assistant.post(path, body)).status).toBe(201);
  expect(await count('patients')).toBe(4);
});

test('a request id that was used for another kind of request is refused with 409 and creates nothing', async () => {
  const { assistant, doctor, count } = await start();
  const requestUUID = randomUUID();
  const path = `/assistant/doctors/${doctor.id}/patients`;
  const { body } = await assistant.post(path, { ...FACTS, requestUUID });
  const { patientID } = body as { patientID: number };
  const study = { studyType: 'rg', requestUUID };
  expect((await assistant.post(`/assistant/patients/${patientID}/studies`, study)).status).toBe(409);
  const both = { ...FACTS, doctorID: doctor.id, studyType: 'rg', requestUUID };
  expect((await assistant.post('/assistant/intake/studies', both)).status).toBe(409);
  expect([await count('patients'), await count('studies')]).toEqual([1, 0]);
});

test('answers are kept for a day', async () => {
  const { assistant, doctor, clock, context } = await start();
  const path = `/assistant/doctors/${doctor.id}/patients`;
  await assistant.post(path, { ...FACTS, requestUUID: randomUUID() });
  const answers = () => context.db.selectFrom('answeredRequests').select('answer').execute();
  await deleteOldAnswers(context.db, after(clock.now(), -DAY_MS));
  expect(await answers()).toHaveLength(1);
  clock.advance(DAY_MS + 1000);
  await deleteOldAnswers(context.db, after(clock.now(), -DAY_MS));
  expect(await answers()).toEqual([]);
});
