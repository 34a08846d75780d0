import { expect, test } from 'vitest';
import { refusal } from '../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { keysIn } from './lifecycle.fixture.ts';

test('an assistant can archive a done study and restore it; a repeated archive request changes nothing', async () => {
  const server = await startServer();
  const { as, make, context } = server;
  const assistant = await as(await make.assistant());
  const { studyID } = await make.study({ status: 'done' });
  const path = `/assistant/studies/${studyID}`;
  const statusOf = async () => ((await assistant.get(path)).body as { status: string }).status;
  await server.work();
  // the second request is one whose first response was lost
  expect((await assistant.put(`${path}/archive`)).status).toBe(204);
  expect((await assistant.put(`${path}/archive`)).status).toBe(204);
  expect(await statusOf()).toBe('archived');
  await until('the cold copy', async () => (await keysIn(context.archive, 'archive/')).length === 1);
  const records = await context.db
    .selectFrom('auditEvents')
    .select(['actorKind', 'studyID'])
    .where('action', '=', 'study.archive')
    .execute();
  expect(records).toEqual([{ actorKind: 'assistant', studyID }]);
  await assistant.put(`${path}/restore`);
  await until('the study to be done again', async () => (await statusOf()) === 'done');
});

test('archiving on request is refused for a study that is not done, and for every study without a cold store', async () => {
  const { as, make } = await startServer();
  const inWork = await make.study();
  const assistant = await as(await make.assistant());
  expect(refusal(await assistant.put(`/assistant/studies/${inWork.studyID}/archive`))).toEqual([
    409,
    'В архив переносится только выполненное исследование',
  ]);
  const off = await startServer({ ARCHIVE_URL: 'off' });
  const done = await off.make.study({ status: 'done' });
  const other = await off.as(await off.make.assistant());
  expect(refusal(await other.put(`/assistant/studies/${done.studyID}/archive`))).toEqual([
    409,
    'Архив отключён: исследования остаются в основном хранилище',
  ]);
});
