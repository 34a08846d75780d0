import { getStudy } from '@snimok/contract/studies/studies';
import { expect, test } from 'vitest';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../testing/portal/server.ts';

test('a protest is stored with its study, author and reason', async () => {
  const { as, make, context } = await startServer();
  const assistant = await make.assistant();
  const centre = await as(assistant);
  const study = await make.study({ status: 'done', picture: true });
  const url = `/assistant/studies/${study.studyID}/pano/dislike`;
  expect((await centre.post(url, { reason: 'Дуга проходит мимо зубов' })).status).toBe(204);
  expect((await centre.post(url, { reason: '  ' })).status).toBe(400);
  const protests = await context.db.selectFrom('panoProtests').selectAll().execute();
  expect(protests).toMatchObject([
    { studyID: study.studyID, accountID: assistant.id, reason: 'Дуга проходит мимо зубов', answeredAt: null },
  ]);
});

test('a protest is refused without a panorama and when protests are switched off', async () => {
  const { as, make } = await startServer();
  const centre = await as(await make.assistant());
  const study = await make.study({ status: 'done' });
  const reply = await centre.post(`/assistant/studies/${study.studyID}/pano/dislike`, { reason: 'Нет' });
  expect(reply.status).toBe(409);
  const off = await startServer({ PANO_PROTEST_ENABLED: 'off' });
  const offCentre = await off.as(await off.make.assistant());
  const other = await off.make.study({ status: 'done', picture: true });
  expect(
    (await offCentre.post(`/assistant/studies/${other.studyID}/pano/dislike`, { reason: 'Нет' })).status,
  ).toBe(404);
});

test('a protest is shown on the study until an assistant resolves it', async () => {
  const { as, make } = await startServer();
  const author = await make.assistant();
  const colleague = await as(await make.assistant());
  const study = await make.study({ status: 'done', picture: true });
  const url = `/assistant/studies/${study.studyID}`;
  await (await as(author)).post(`${url}/pano/dislike`, { reason: 'Не видно корней' });
  const openProtests = async () => responseOf(getStudy, await colleague.get(url)).openProtests;
  const [protest, ...more] = await openProtests();
  expect(more).toEqual([]);
  expect(protest).toMatchObject({ accountName: author.name, reason: 'Не видно корней' });
  const resolve = (id: number | undefined, at = url) =>
    colleague.post(`${at}/protests/${id}/settle`, undefined);
  const other = await make.study({ status: 'done', picture: true });
  expect((await resolve(protest?.protestID, `/assistant/studies/${other.studyID}`)).status).toBe(404);
  expect((await resolve(protest?.protestID)).status).toBe(204);
  // repeating the request, as a double click does, changes nothing
  expect((await resolve(protest?.protestID)).status).toBe(204);
  expect(await openProtests()).toEqual([]);
});
