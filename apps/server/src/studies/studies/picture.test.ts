import { Readable } from 'node:stream';
import { getStudy } from '@snimok/contract/studies/studies';
import { expect, test } from 'vitest';
import { responseOf, refusal } from '../../testing/requests-and-waiting/contract.ts';
import { startServer, type TestServer } from '../../testing/portal/server.ts';

/** Inserts the pictures that processing makes. */
const givePicture = async ({ context }: TestServer, studyID: number) => {
  const { db, storage } = context;
  const { objectID } = await db
    .selectFrom('studies')
    .select('objectID')
    .where('id', '=', studyID)
    .executeTakeFirstOrThrow();
  for (const size of ['full', 'card']) {
    const key = `pictures/${objectID}/${size}.jpg`;
    await storage.put(key, Readable.from([Buffer.from(`JPEG, ${size}`)]));
    await db
      .insertInto('objectPictures')
      .values({ objectID: objectID ?? '', size, key, width: 40, height: 30 })
      .execute();
  }
};

test('the picture of a study is served only to actors who see the study, and is not cached', async () => {
  const server = await startServer();
  const { as, make, context, nobody, address } = server;
  const anna = await make.doctor();
  const boris = await make.doctor();
  const study = await make.study({ doctor: anna, status: 'done' });
  await givePicture(server, study.studyID);
  const assistant = await as(await make.assistant());
  const owner = await as(anna);
  const other = await as(boris);
  const { panoURL } = responseOf(getStudy, await assistant.get(`/assistant/studies/${study.studyID}`));
  expect(panoURL).toMatch(/^\/api\/1\/studies\/\d+\/picture\?v=/);
  for (const who of [assistant, owner]) {
    const full = await who.get(`${address}${panoURL}`);
    expect([full.status, full.body]).toEqual([200, 'JPEG, full']);
    expect(full.headers.get('content-type')).toBe('image/jpeg');
    expect(full.headers.get('cache-control')).toBe('private, no-store');
    expect(full.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await who.get(`${address}${panoURL}&size=card`)).body).toBe('JPEG, card');
    expect((await who.send('HEAD', `/studies/${study.studyID}/picture`)).status).toBe(200);
    const reply = await who.get(`/studies/${study.studyID}/picture?size=huge`);
    expect(refusal(reply)).toEqual([400, 'size: недопустимое значение']);
  }
  expect(refusal(await nobody.get(`${address}${panoURL}`))).toEqual([
    401,
    'Войдите в личный кабинет, чтобы продолжить',
  ]);
  expect((await other.get(`${address}${panoURL}`)).status).toBe(404);
  const { patientID } = study;
  await context.db.insertInto('patientShares').values({ patientID, doctorID: boris.id }).execute();
  expect((await other.get(`${address}${panoURL}`)).status).toBe(200);
  const withoutPicture = await make.study({ doctor: anna });
  expect(refusal(await owner.get(`/studies/${withoutPicture.studyID}/picture`))).toEqual([
    404,
    'У этого исследования нет снимка для показа',
  ]);
});
