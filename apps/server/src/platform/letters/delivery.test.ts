import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderMail } from '../outside/mail/folder-mail.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { makeKeyedJobsDue } from '../../testing/portal/queued-jobs.ts';
import { withdrawLetter } from './letters.ts';
import { FROM, startWithWelcomeLetter } from './welcome-letter.fixture.ts';

test('a letter shows that the mail server is down, and is sent once the server is up again', async () => {
  const { relay, deliver, shownState } = await startWithWelcomeLetter();
  await relay.stop();
  await deliver();
  expect(await shownState()).toMatchObject({ status: 'retrying', error: 'Нет связи с почтовым сервером' });
  await relay.startAgain();
  await deliver();
  expect(relay.received).toHaveLength(1);
  expect(await shownState()).toMatchObject({ status: 'sent' });
});

test('if the mail server disconnects while it receives a letter, the next attempt sends the letter completely', async () => {
  const { relay, deliver, shownState } = await startWithWelcomeLetter();
  relay.setBehaviour('disconnects during DATA');
  await deliver();
  expect(await shownState()).toMatchObject({ status: 'retrying' });
  expect(relay.received).toEqual([]);
  relay.setBehaviour('accepts');
  await deliver();
  expect(relay.received).toHaveLength(1);
});

test('a letter that was accepted without a reply is sent again with the same Message-ID', async () => {
  const { relay, deliver } = await startWithWelcomeLetter();
  relay.setBehaviour('disconnects before the reply');
  await deliver();
  relay.setBehaviour('accepts');
  await deliver();
  expect(relay.received).toHaveLength(2);
  expect(relay.received[0]?.messageID).toBe(relay.received[1]?.messageID);
});

test('withdrawing a letter does not wait for the mail server', async () => {
  const { context, deliver, letterID, listJobs } = await startWithWelcomeLetter();
  let refuse = () => {};
  const atServer = new Promise<void>((arrived) => {
    context.mail = {
      send: () =>
        new Promise((_, reject) => {
          refuse = () => reject(new Error('too late'));
          arrived();
        }),
      close() {},
    };
  });
  const sending = deliver();
  await atServer;
  await withdrawLetter(context.db, letterID);
  refuse();
  await sending;
  await deliver();
  expect(await context.db.selectFrom('letters').selectAll().execute()).toEqual([]);
  expect(await listJobs()).toHaveLength(1);
});

test('the worker retries a deferred letter', async () => {
  const { relay, work, listJobs, shownState, context } = await startWithWelcomeLetter();
  relay.setBehaviour({ rejects: 'recipient', code: 450, text: 'Mailbox busy' });
  await work('send-letter');
  await until('the first refusal', async () => (await shownState()).status === 'retrying');
  relay.setBehaviour('accepts');
  await until('the next attempt to be scheduled', async () => (await listJobs()).length === 1);
  await makeKeyedJobsDue(context.db);
  await until('the letter', async () => (await shownState()).status === 'sent');
  expect(relay.received).toHaveLength(1);
});

test('without a mail server a letter is one file that a mail program can open, however often it is sent', async () => {
  const { context, deliver, findLetter } = await startWithWelcomeLetter();
  const folder = join(context.config.dataDir, 'mail');
  const mail = folderMail(folder, FROM);
  context.mail = { ...mail, send: async (letter) => void [await mail.send(letter), await mail.send(letter)] };
  await deliver();
  const files = await readdir(folder);
  expect(files).toHaveLength(1);
  const source = await readFile(join(folder, files[0] ?? ''), 'utf8');
  expect(source).toContain(`Message-ID: <${(await findLetter()).messageUUID}@portal.test>`);
  expect(source).toContain('To: anna@clinic.test');
  expect(source).toContain('Auto-Submitted: auto-generated');
});
