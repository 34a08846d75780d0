import { listExaminations } from '@snimok/contract/reception/examinations';
import { expect, test } from 'vitest';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { acceptOf, readReferral, startCentre } from './referrals.fixture.ts';

test('a referral is found by its client’s clinicians and the centre only', async () => {
  const { server, owner, send, doctor } = await startCentre();
  const { make, as } = server;
  const referralUUID = await send();
  const clinician = await as(await make.member(owner, 'doctor'));
  const reception = await as(await make.member(owner, 'reception'));
  const unrelated = await as(await make.doctor());
  const path = `/doctor/referrals/${referralUUID}`;
  const statuses = async (...paths: string[]) =>
    Promise.all(paths.map(async (each) => (await unrelated.get(each)).status));
  expect(await statuses(path, `${path}/document`)).toEqual([404, 404]);
  expect((await unrelated.post(`${path}/withdraw`)).status).toBe(404);
  expect((await unrelated.get('/doctor/referrals')).body).toMatchObject({ totalCount: 0 });
  for (const each of [path, `${path}/document`, '/doctor/referrals', '/doctor/examinations'])
    expect([each, (await reception.get(each)).status]).toEqual([each, 403]);
  expect((await doctor.get(path)).body).toMatchObject({ can: { withdraw: true } });
  expect((await clinician.get(path)).body).toMatchObject({ can: { withdraw: true } });
  expect((await clinician.post(`${path}/withdraw`)).status).toBe(204);
});

test('the clinicians of a client are notified of a declined referral, its reception is not', async () => {
  const { server, owner, send, first } = await startCentre();
  const clinician = await server.make.member(owner, 'doctor');
  const reception = await server.make.member(owner, 'reception');
  const { db } = server.context;
  for (const { id: accountID } of [clinician, reception]) {
    await db
      .insertInto('notificationSettings')
      .values({ accountID, digestKinds: ['studies'] })
      .execute();
    await db
      .updateTable('accounts')
      .set({ declinedLetters: ['studies'] })
      .where('id', '=', accountID)
      .execute();
  }
  const referralUUID = await send();
  await first.post(`/assistant/referrals/${referralUUID}/decline`, { reason: 'Аппарат на обслуживании' });
  const items = await db.selectFrom('digestItems').select(['accountID', 'about']).execute();
  expect(items).toEqual([{ accountID: clinician.id, about: `referral:${referralUUID}` }]);
  await db.updateTable('accounts').set({ declinedLetters: [] }).where('id', '=', reception.id).execute();
  await first.post(`/assistant/referrals/${await send()}/decline`, { reason: 'Аппарат на обслуживании' });
  const letters = await db
    .selectFrom('letters')
    .select('recipient')
    .where('template', '=', 'referral-declined')
    .execute();
  expect(letters.map(({ recipient }) => recipient)).toEqual([owner.email, owner.email]);
});

test('referrals require the right for studies, and the list of examinations is edited by administrators only', async () => {
  const { server, send, first } = await startCentre();
  const referralUUID = await send();
  const limited = await server.make.assistant();
  const { db } = server.context;
  const giveRights = (rights: string[]) =>
    db.updateTable('accounts').set({ rights }).where('id', '=', limited.id).execute();
  await giveRights(['booking']);
  const asLimited = await server.as(limited);
  for (const path of ['', '/waiting', `/${referralUUID}`, `/${referralUUID}/document`])
    expect([path, (await asLimited.get(`/assistant/referrals${path}`)).status]).toEqual([path, 403]);
  expect((await acceptOf(asLimited, referralUUID)).status).toBe(403);
  await giveRights(['studies']);
  expect(await readReferral(asLimited, referralUUID)).toMatchObject({ can: { decide: true } });
  const facts = { name: 'Зонография', studyType: 'rg' };
  expect((await asLimited.post('/assistant/examinations', facts)).status).toBe(403);
  expect((await first.post('/assistant/examinations', facts)).status).toBe(201);
});

test('the centre edits the list of examinations, and a referral keeps the name that was requested', async () => {
  const { first, doctor, send, request, examinationID } = await startCentre();
  const before = await send();
  const path = `/assistant/examinations/${examinationID}`;
  const facts = { name: 'КЛКТ, две челюсти', studyType: 'cbct', preparation: 'Снять серьги', active: false };
  expect((await first.put(path, facts)).status).toBe(204);
  expect((await first.put('/assistant/examinations/1000000', facts)).status).toBe(404);
  const { examinations } = responseOf(listExaminations, await first.get('/assistant/examinations'));
  expect(examinations[0]).toEqual({ examinationID, ...facts, version: 2 });
  const offered = (await doctor.get('/doctor/examinations')).body as { examinations: unknown[] };
  expect(offered.examinations).toHaveLength(examinations.length - 1);
  expect((await doctor.post('/doctor/referrals', request())).status).toBe(409);
  expect(await readReferral(first, before)).toMatchObject({
    examination: 'КЛКТ обеих челюстей',
    preparation: 'Снять серьги',
  });

  const ids = examinations.map((each) => each.examinationID);
  const order = (examinationIDs: number[]) => first.put('/assistant/examinations/order', { examinationIDs });
  expect((await order(ids.toReversed())).status).toBe(204);
  const reversed = responseOf(listExaminations, await first.get('/assistant/examinations'));
  expect(reversed.examinations.map((each) => each.examinationID)).toEqual(ids.toReversed());
  expect((await order(ids.slice(1))).status).toBe(409);
});

test('a change of an examination is refused if another administrator has changed it since it was read', async () => {
  const { server, first, examinationID } = await startCentre();
  const { db } = server.context;
  const path = `/assistant/examinations/${examinationID}`;
  const listed = async () =>
    responseOf(listExaminations, await first.get('/assistant/examinations')).examinations[0];
  const facts = { name: 'КЛКТ, две челюсти', studyType: 'cbct', preparation: '', active: true };
  const change = async (part: object) => (await first.put(path, { ...facts, ...part })).status;
  const version = (await listed())?.version;
  expect(await change({ version })).toBe(204);
  // a repeated request, because the answer was lost
  expect(await change({ version })).toBe(204);
  expect(await change({ version, preparation: 'Снять серьги' })).toBe(409);
  expect(await listed()).toMatchObject({ preparation: '', version: 2 });
  expect(await change({ version: 2, preparation: 'Снять серьги' })).toBe(204);
  // an earlier release changes the row, and its page sends no version
  await db.updateTable('examinations').set({ name: 'КЛКТ' }).where('id', '=', examinationID).execute();
  expect(await change({ version: 3 })).toBe(409);
  expect(await change({})).toBe(204);
});
