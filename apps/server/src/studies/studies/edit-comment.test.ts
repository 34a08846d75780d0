import { getStudy } from '@snimok/contract/studies/studies';
import { expect, test } from 'vitest';
import { responseOf, sentenceOf } from '../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../testing/portal/server.ts';

test('when two assistants edit a comment, the second learns who changed it, and can then replace it', async () => {
  const { as, make, context } = await startServer();
  const anna = await as(await make.assistant({ name: 'Анна Орлова' }));
  const boris = await as(await make.assistant({ name: 'Борис Крылов' }));
  const { studyID } = await make.study();
  const path = `/assistant/studies/${studyID}`;
  const comment = async () => responseOf(getStudy, await anna.get(path)).comment;
  await anna.patch(path, { comment: 'Зуб 36' });
  const edits = [
    { who: anna, name: 'Анна Орлова', comment: 'Зуб 36, аллергия' },
    { who: boris, name: 'Борис Крылов', comment: 'Зуб 37' },
  ];
  const replies = await Promise.all(
    edits.map(({ who, comment: edited }) => who.patch(path, { comment: edited, seen: 'Зуб 36' })),
  );
  expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  const [saved, refused] = replies[0]?.status === 204 ? edits : edits.toReversed();
  const refusal = replies.find(({ status }) => status === 409)!;
  expect(sentenceOf(refusal)).toBe(
    `Пока вы меняли комментарий, его изменили (${saved?.name}). Проверьте новый текст и сохраните ещё раз`,
  );
  expect(await comment()).toBe(saved?.comment);

  // the first request is repeated after a lost answer; the second client decides after reading the colleague's text
  expect((await saved!.who.patch(path, { comment: saved!.comment, seen: 'Зуб 36' })).status).toBe(204);
  const decided = { comment: refused!.comment, seen: saved!.comment };
  expect((await refused!.who.patch(path, decided)).status).toBe(204);
  expect(await comment()).toBe(refused?.comment);
  const records = await context.db
    .selectFrom('auditEvents')
    .select('id')
    .where('action', '=', 'study.comment')
    .where('studyID', '=', studyID)
    .execute();
  expect(records).toHaveLength(4);
});

test('a study that is deleted while a colleague starts its upload is deleted and undeleted as a whole', async () => {
  const { as, make, context } = await startServer();
  const anna = await as(await make.assistant());
  const boris = await as(await make.assistant());
  const { studyID } = await make.study();
  const [removed, begun] = await Promise.all([
    anna.delete(`/assistant/studies/${studyID}`),
    boris.post(`/assistant/studies/${studyID}/upload`),
  ]);
  expect(removed.status).toBe(204);
  expect([200, 404]).toContain(begun.status);
  // an upload that was begun ends with the study, and returns with it
  const { uploadUUID } = begun.body as { uploadUUID?: string };
  const file = { filename: 'a.dcm', filesize: 1 };
  const register = () => boris.post(`/assistant/uploads/${uploadUUID}/presigned-url`, file);
  if (uploadUUID) expect((await register()).status).toBe(404);
  expect((await boris.get(`/assistant/studies/${studyID}`)).status).toBe(404);
  expect((await anna.post(`/assistant/studies/${studyID}/undelete`)).status).toBe(204);
  const reopened = await boris.post(`/assistant/studies/${studyID}/upload`);
  expect(reopened.status).toBe(200);
  const uploads = await context.db
    .selectFrom('uploads')
    .select('uuid')
    .where('studyID', '=', studyID)
    .execute();
  expect(uploads).toHaveLength(1);
});
