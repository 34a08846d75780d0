import { expect, test } from 'vitest';
import { HOUR_MS } from '../../../platform/time-and-sizes/duration.ts';
import { startServer } from '../../../testing/portal/server.ts';

const SEARCHES = 'Слишком много поисков за час. Повторите позже';
const DOWNLOADS = 'За час скачано слишком много исследований. Повторите позже';

test('one account can search only so often within an hour, whichever search it uses', async () => {
  const { as, make, clock, address } = await startServer({ SEARCHES_HOURLY: '4' });
  clock.freeze();
  const one = await as(await make.assistant());
  const other = await as(await make.assistant());
  const doctor = await as(await make.doctor());
  for (const path of [
    '/assistant/search?query=иванов',
    '/dicomweb/studies?PatientName=Иванов',
    '/assistant/studies/deleted?query=иванов',
    '/assistant/patients/deleted?query=иванов',
  ])
    expect([path, (await one.get(path)).status]).toEqual([path, expect.toSatisfy((status) => status < 300)]);
  for (const path of ['/assistant/search?query=иванов', '/assistant/studies/deleted?query=иванов']) {
    const reply = await fetch(`${address}/api/1${path}`, { headers: { cookie: one.cookie } });
    expect([reply.status, await reply.json(), reply.headers.get('retry-after')]).toEqual([
      429,
      { error: SEARCHES },
      '3600',
    ]);
  }
  // not limited: lists without a search, and other accounts
  expect((await one.get('/assistant/studies/deleted')).status).toBe(200);
  expect((await other.get('/assistant/search?query=иванов')).status).toBe(200);
  for (let n = 0; n < 4; n++)
    expect((await doctor.get('/doctor/patients/search?query=иванов')).status).toBe(200);
  expect((await doctor.get('/doctor/patients/search?query=иванов')).status).toBe(429);
  clock.advance(HOUR_MS);
  expect((await one.get('/assistant/search?query=иванов')).status).toBe(200);
});

test('one account can fetch only so many studies and lists within an hour', async () => {
  const { as, make, context, clock } = await startServer({ DOWNLOADS_HOURLY: '3' });
  clock.freeze();
  const account = await make.doctor();
  const studies = [];
  for (let n = 0; n < 4; n++) studies.push(await make.study({ doctor: account, status: 'done' }));
  const doctor = await as(account);
  const assistant = await as(await make.assistant());
  const ofDoctor = ({ patientID, studyID }: { patientID: number; studyID: number }) =>
    doctor.get(`/doctor/patients/${patientID}/studies/${studyID}/download`);
  const ofAssistant = ({ studyID }: { studyID: number }) =>
    assistant.get(`/assistant/studies/${studyID}/download`);
  const [first, second, third, fourth] = studies;
  if (!first || !second || !third || !fourth) throw new Error('four studies were made');
  // fetching the same study again does not count
  const statuses = [];
  for (const study of [first, first, first, second, third, third])
    statuses.push((await ofDoctor(study)).status);
  expect(statuses).toEqual(Array(6).fill(200));
  const refused = await ofDoctor(fourth);
  expect([refused.status, refused.body]).toEqual([429, { error: DOWNLOADS }]);
  expect((await ofDoctor(fourth)).status).toBe(429);
  expect((await ofDoctor(first)).status).toBe(200);

  expect((await assistant.get('/assistant/exports/clients')).status).toBe(200);
  expect((await ofAssistant(fourth)).status).toBe(200);
  expect((await assistant.get('/assistant/exports/studies')).status).toBe(200);
  const last = await assistant.get('/assistant/exports/patients?of=in-work');
  expect([last.status, last.body]).toEqual([429, { error: DOWNLOADS }]);
  expect((await ofAssistant(first)).status).toBe(429);
  clock.advance(HOUR_MS);
  expect((await ofAssistant(first)).status).toBe(200);

  await context.auditBuffer.close();
  const lockOuts = await context.db
    .selectFrom('auditEvents')
    .select('studyID')
    .where('action', '=', 'access.lock-out')
    .orderBy('id')
    .execute();
  // the repetitions of the first refusal are recorded at the end
  const studyIDs = [fourth.studyID, null, first.studyID, fourth.studyID];
  expect(lockOuts).toEqual(studyIDs.map((studyID) => ({ studyID })));
});
