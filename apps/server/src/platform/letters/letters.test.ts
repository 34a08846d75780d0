import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { folderMail } from '../outside/mail/folder-mail.ts';
import { smtpMail } from '../outside/mail/smtp-mail.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import { startServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';
import { withdrawLetter } from './letters.ts';
import { resumeLetters } from './resume.ts';
import { deliverLetter } from './send.ts';
import { nextAttemptAt } from './tries.ts';

const FROM = 'Снимок <no-reply@portal.test>';
const DAY_MS = 24 * 60 * 60_000;

/** A client has just been made: her welcome letter waits, and the mail server is there. */
const startWithWelcomeLetter = async () => {
  const server = await startServer();
  const { as, make, context, clock } = server;
  const relay = await startMailServer();
  context.mail = smtpMail(relay.url, FROM);
  const assistant = await as(await make.assistant());
  const made = await assistant.post('/assistant/doctors', { name: 'Анна', email: 'anna@clinic.test' });
  const { doctorID } = made.body as { doctorID: number };
  const row = () =>
    context.db.selectFrom('letters').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  const { id: letterID } = await row();
  const deliver = () => deliverLetter(context, { letterID });
  const shown = async () => {
    const { body } = await assistant.get(`/assistant/doctors/${doctorID}`);
    return (body as { letter: { status: string; error: string | null; nextTryAt: string | null } }).letter;
  };
  const jobs = async () => {
    const { rows } = await sql<{ runAt: Date }>`select run_at as "runAt" from graphile_worker.jobs
      where key = ${`send-letter:${letterID}`}`.execute(context.db);
    return rows;
  };
  return { ...server, relay, assistant, doctorID, letterID, row, deliver, shown, jobs, clock };
};

test('a refused letter is tried again within a minute, then less and less often for a day', () => {
  const start = new Date('2026-11-21T09:00:00Z');
  const waits: number[] = [];
  for (let next = nextAttemptAt(1, start); next; next = nextAttemptAt(waits.length + 1, start))
    waits.push(next.getTime() - start.getTime());
  expect(waits[0]).toBeLessThanOrEqual(60_000);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(new Set(waits).size).toBe(waits.length);
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBe(DAY_MS);
});

test('a letter that is put off arrives once, and its password is forgotten', async () => {
  const { relay, deliver, row, shown, jobs, clock } = await startWithWelcomeLetter();
  expect(await shown()).toMatchObject({ status: 'waiting', error: null });
  relay.feel({ refuses: 'recipient', with: 451, words: '4.7.1 Greylisted, try again later' });
  await deliver();
  const put = await row();
  expect(put.facts).toMatchObject({ password: expect.stringMatching(/^\w{14}$/) });
  const { nextTryAt, ...state } = await shown();
  expect(state).toMatchObject({ status: 'retrying', error: '451 4.7.1 Greylisted, try again later' });
  expect(Date.parse(nextTryAt ?? '') - clock.now().getTime()).toBeLessThan(60_000);
  expect(await jobs()).toEqual([{ runAt: new Date(nextTryAt ?? '') }]);

  relay.feel('takes');
  // who finds it with another is to try again
  const tries = await Promise.allSettled([deliver(), deliver(), deliver()]);
  expect(tries.some(({ status }) => status === 'fulfilled')).toBe(true);
  await deliver();
  expect(relay.taken).toMatchObject([
    { to: 'anna@clinic.test', messageID: `<${put.messageUUID}@portal.test>` },
  ]);
  expect(await row()).toMatchObject({ attempts: 2, lastError: null, facts: {} });
  expect(await shown()).toMatchObject({ status: 'sent', error: null, nextTryAt: null });
});

test('a letter refused for good is shown as failed with the words of the server; sent again, it brings a new password', async () => {
  const { relay, deliver, row, shown, assistant, doctorID, context, nobody } = await startWithWelcomeLetter();
  const { facts } = await row();
  relay.feel({ refuses: 'recipient', with: 550, words: '5.1.1 No such user' });
  await deliver();
  expect(await shown()).toMatchObject({ status: 'failed', error: '550 5.1.1 No such user', nextTryAt: null });
  expect((await row()).facts).toEqual({});

  relay.feel('takes');
  await assistant.patch(`/assistant/doctors/${doctorID}/reset-password`);
  expect(await shown()).toMatchObject({ status: 'waiting' });
  const again = await row();
  const passwordOf = (letter: unknown) => (letter as { password: string }).password;
  const [first, password] = [passwordOf(facts), passwordOf(again.facts)];
  await deliverLetter(context, { letterID: again.id });
  expect(await shown()).toMatchObject({ status: 'sent' });
  expect(again.template).toBe('welcome');
  expect(password).not.toBe(first);
  expect((await nobody.signIn('anna@clinic.test', password)).body).toMatchObject({
    password_is_temporary: true,
  });
  expect(relay.taken).toHaveLength(1);
});

test('a letter that the server will not have is given up; what the settings are to blame for is not', async () => {
  const { relay, deliver, shown, jobs } = await startWithWelcomeLetter();
  relay.feel({ refuses: 'sender', with: 550, words: '5.7.1 Sender not allowed' });
  await deliver();
  expect(await shown()).toMatchObject({ status: 'retrying', error: '550 5.7.1 Sender not allowed' });
  relay.feel({ refuses: 'letter', with: 554, words: '5.7.1 Looks like spam' });
  await deliver();
  expect(await shown()).toMatchObject({ status: 'failed', error: '554 5.7.1 Looks like spam' });
  await deliver();
  expect(relay.taken).toEqual([]);
  expect(await jobs()).toHaveLength(1);
});

test('a letter is given up when its day is over, and not before', async () => {
  const { relay, deliver, row, clock } = await startWithWelcomeLetter();
  const first = clock.now().getTime();
  relay.feel({ refuses: 'recipient', with: 452, words: '4.2.2 Mailbox full' });
  let state = await row();
  while (!state.failedAt) {
    await deliver();
    state = await row();
    if (state.nextTryAt) clock.pass(state.nextTryAt.getTime() - clock.now().getTime());
  }
  const lasted = clock.now().getTime() - first;
  expect(lasted).toBeGreaterThanOrEqual(DAY_MS);
  expect(lasted).toBeLessThan(DAY_MS + 60 * 60_000);
  expect(state).toMatchObject({ lastError: '452 4.2.2 Mailbox full', facts: {} });
});

test('a mail server that is down is said to be so, and gets the letter when it is up', async () => {
  const { relay, deliver, shown } = await startWithWelcomeLetter();
  await relay.stop();
  await deliver();
  expect(await shown()).toMatchObject({ status: 'retrying', error: 'Нет связи с почтовым сервером' });
  await relay.startAgain();
  await deliver();
  expect(relay.taken).toHaveLength(1);
  expect(await shown()).toMatchObject({ status: 'sent' });
});

test('a mail server that dies in the middle of a letter gets it whole the next time', async () => {
  const { relay, deliver, shown } = await startWithWelcomeLetter();
  relay.feel('hangs up in the letter');
  await deliver();
  expect(await shown()).toMatchObject({ status: 'retrying' });
  expect(relay.taken).toEqual([]);
  relay.feel('takes');
  await deliver();
  expect(relay.taken).toHaveLength(1);
});

test('a letter that was taken without a word comes again under the same number', async () => {
  const { relay, deliver } = await startWithWelcomeLetter();
  relay.feel('hangs up before its answer');
  await deliver();
  relay.feel('takes');
  await deliver();
  expect(relay.taken).toHaveLength(2);
  expect(relay.taken[0]?.messageID).toBe(relay.taken[1]?.messageID);
});

test('while one worker is at the mail server no other sends the letter; when it is killed, another does', async () => {
  const { context, deliver, row, outbox } = await startWithWelcomeLetter();
  let answer = () => {};
  const atServer = new Promise<void>((arrived) => {
    context.mail = {
      send: async (letter) => {
        outbox.push(letter);
        arrived();
        await new Promise<void>((resolve) => (answer = resolve));
      },
      close() {},
    };
  });
  const killed = deliver().catch((cause: Error) => cause);
  await atServer;
  // the job is tried again, as nobody knows what becomes of the other
  const HELD = 'another worker has this letter';
  await expect(deliver()).rejects.toThrow(HELD);
  expect(outbox).toHaveLength(1);
  const { rows } = await sql<{ pid: number }>`select pid from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and datname = current_database()`.execute(context.db);
  for (const { pid } of rows) await sql`select pg_terminate_backend(${pid})`.execute(context.db);
  const [sendFirst] = [answer];
  const second = until('the second try', async () => {
    void deliver().catch((cause: Error) => expect(cause.message).toBe(HELD));
    return outbox.length === 2;
  });
  await second;
  answer();
  await until('the letter to be marked', async () => (await row()).sentAt);
  sendFirst();
  expect(await killed).toBeInstanceOf(Error);
  expect(outbox[0]?.messageID).toBe(outbox[1]?.messageID);
});

test('a letter at the mail server is withdrawn without waiting for it', async () => {
  const { context, deliver, letterID, jobs } = await startWithWelcomeLetter();
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
  expect(await jobs()).toHaveLength(1);
});

test('the worker itself tries again, and the letter arrives', async () => {
  const { relay, work, jobs, shown, context } = await startWithWelcomeLetter();
  relay.feel({ refuses: 'recipient', with: 450, words: 'Mailbox busy' });
  await work();
  await until('the first refusal', async () => (await shown()).status === 'retrying');
  relay.feel('takes');
  await until('the next try to be planned', async () => (await jobs()).length === 1);
  await sql`update graphile_worker._private_jobs set run_at = now() where key is not null`.execute(
    context.db,
  );
  await until('the letter', async () => (await shown()).status === 'sent');
  expect(relay.taken).toHaveLength(1);
});

test('a letter whose job got lost is found and sent', async () => {
  const { context, jobs, clock, letterID } = await startWithWelcomeLetter();
  await sql`delete from graphile_worker._private_jobs where key = ${`send-letter:${letterID}`}`.execute(
    context.db,
  );
  await resumeLetters(context);
  expect(await jobs()).toHaveLength(0);
  clock.pass(11 * 60_000);
  await resumeLetters(context);
  expect(await jobs()).toHaveLength(1);
});

test('/metrics tells how many letters wait and since when, and what became of the others', async () => {
  const { relay, deliver, nobody, address, clock, assistant, context, row } = await startWithWelcomeLetter();
  const measured = async () => {
    const text = String((await nobody.get(`${address}/metrics`)).body);
    return Object.fromEntries(
      [...text.matchAll(/^snimok_letters_(\w+) (\d+)/gm)].map(([, name, value]) => [name, Number(value)]),
    );
  };
  clock.pass(120_000);
  const before = await measured();
  expect(before).toMatchObject({ waiting: 1, sent_last_hour: 0, failed_last_day: 0 });
  expect(before.oldest_waiting_seconds).toBeGreaterThanOrEqual(120);
  await deliver();
  relay.feel({ refuses: 'recipient', with: 550, words: 'No such user' });
  await assistant.post('/assistant/doctors', { name: 'Вера', email: 'vera@clinic.test' });
  await deliverLetter(context, { letterID: (await row()).id });
  expect(await measured()).toEqual({
    waiting: 0,
    oldest_waiting_seconds: 0,
    sent_last_hour: 1,
    failed_last_day: 1,
  });
});

test('without a mail server a letter is a file that a mail program opens, and one file however often it is tried', async () => {
  const { context, deliver, row } = await startWithWelcomeLetter();
  const folder = join(context.config.dataDir, 'mail');
  const kept = folderMail(folder, FROM);
  context.mail = { ...kept, send: async (letter) => void [await kept.send(letter), await kept.send(letter)] };
  await deliver();
  const files = await readdir(folder);
  expect(files).toHaveLength(1);
  const source = await readFile(join(folder, files[0] ?? ''), 'utf8');
  expect(source).toContain(`Message-ID: <${(await row()).messageUUID}@portal.test>`);
  expect(source).toContain('To: anna@clinic.test');
  expect(source).toContain('Auto-Submitted: auto-generated');
});

test('a client who could not be made gets no letter', async () => {
  const { as, make, context } = await startServer();
  const assistant = await as(await make.assistant());
  await make.doctor({ email: 'anna@clinic.test' });
  expect(
    (await assistant.post('/assistant/doctors', { name: 'Анна', email: 'anna@clinic.test' })).status,
  ).toBe(409);
  expect(await context.db.selectFrom('letters').selectAll().execute()).toEqual([]);
});
