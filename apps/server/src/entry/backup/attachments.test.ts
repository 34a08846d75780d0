import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { attach, pdf, picture } from '../../messaging/messenger/attachments/attachments.fixture.ts';
import { startServer } from '../../testing/portal/server.ts';
import { check, newFolder, nothingWrong, restoreInto, save } from './backup.fixture.ts';
import { keysIn } from '../../studies/lifecycle/lifecycle.fixture.ts';

test('a backup has the attachments of messages, and verify finds a missing and a changed one', async () => {
  const server = await startServer();
  const { as, make, address, context } = server;
  const doctor = await as(await make.doctor());
  const one = await attach(address, doctor, { bytes: await picture() });
  const two = await attach(address, doctor, { bytes: pdf(), filename: 'направление.pdf' });
  const attachments = [one.attachmentUUID, two.attachmentUUID];
  const text = `Файлов: ${attachments.length}`;
  await doctor.post('/doctor/messenger/messages/send', { text, attachments });
  expect(await check(server)).toMatchObject(nothingWrong);
  const folder = await newFolder();
  expect(await save(server, folder)).toMatchObject({ bad: 0 });

  const keys = await keysIn(context.storage, 'chat/');
  const target = await startServer();
  expect(keys).toHaveLength(3);
  const document = keys.find((key) => key.endsWith('.pdf')) ?? '';
  const thumbnail = keys.find((key) => key.endsWith('thumbnail.jpg')) ?? '';
  await context.storage.remove(thumbnail);
  await context.storage.put(document, Readable.from([Buffer.alloc(two.sizeBytes)]));
  expect(await check(server)).toMatchObject({ missing: 1, damaged: 1, orphans: 0 });
  await restoreInto(target, folder);
  expect(await check(target)).toMatchObject(nothingWrong);
  expect(await keysIn(target.context.storage, 'chat/')).toEqual(keys);
});
