import { expect, test } from 'vitest';
import { smtpMail } from '../outside/mail/smtp-mail.ts';
import { startExim } from '../../testing/exim.ts';
import { letterFacts } from '../../testing/letter-facts.ts';
import { startServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';
import { enqueueLetter } from './letters.ts';
import { deliverLetter } from './send.ts';
import type { Template } from './templates.ts';

/** A portal whose letters go to Debian's Exim. */
const startWithExim = async () => {
  const { context } = await startServer();
  const exim = await startExim();
  context.mail = smtpMail(exim.url, 'Снимок <no-reply@portal.test>');
  const write = async (template: Template, to: string) => {
    const letterID = await enqueueLetter(context.db, template, to, letterFacts[template]);
    const row = () =>
      context.db.selectFrom('letters').selectAll().where('id', '=', letterID).executeTakeFirstOrThrow();
    return { row, deliver: () => deliverLetter(context, { letterID }) };
  };
  /** How often a letter has come, by its number. */
  const arrivals = async (messageUUID: string) =>
    (await exim.inbox()).filter((source) => source.includes(`Message-ID: <${messageUUID}@portal.test>`))
      .length;
  return { exim, write, arrivals };
};

test('every letter of the portal gets into a mailbox, once and whole', async () => {
  const { exim, write, arrivals } = await startWithExim();
  const templates = Object.keys(letterFacts) as Template[];
  for (const template of templates) {
    const { row, deliver } = await write(template, `${template}@clinic.test`);
    await deliver();
    await deliver();
    const { messageUUID, sentAt } = await row();
    expect(sentAt).toBeInstanceOf(Date);
    await until(template, async () => (await arrivals(messageUUID)) === 1);
  }
  const letters = await exim.inbox();
  expect(letters).toHaveLength(templates.length);
  for (const letter of letters) {
    expect(letter).toMatch(/^From: =\?UTF-8\?\S+\?= <no-reply@portal\.test>$/m);
    expect(letter).toContain('Content-Type: text/plain; charset=utf-8');
    expect(letter).toMatch(/<\/html>\s+--/);
  }
});

test('a letter that Exim refuses is given up with its words', async () => {
  const { exim, write } = await startWithExim();
  const { row, deliver } = await write('welcome', 'refused@clinic.test');
  await deliver();
  expect(await row()).toMatchObject({
    failedAt: expect.any(Date),
    lastError: '550 5.1.1 No such user here',
    facts: {},
  });
  expect(await exim.inbox()).toEqual([]);
});

test('a letter that Exim puts off arrives once it is tried again', async () => {
  const { exim, write, arrivals } = await startWithExim();
  const { row, deliver } = await write('booking', 'greylisted@clinic.test');
  await deliver();
  const { messageUUID, lastError, nextTryAt } = await row();
  expect([lastError, nextTryAt]).toEqual(['451 4.7.1 Greylisted, try again later', expect.any(Date)]);
  await exim.known();
  await deliver();
  await deliver();
  await until('the letter', async () => (await arrivals(messageUUID)) === 1);
  expect(await exim.inbox()).toHaveLength(1);
});

test('a letter waits for an Exim that is down', async () => {
  const { exim, write, arrivals } = await startWithExim();
  const { row, deliver } = await write('study-ready', 'anna@clinic.test');
  await exim.die('SIGTERM');
  await deliver();
  const { messageUUID, lastError, failedAt } = await row();
  expect([lastError, failedAt]).toEqual(['Нет связи с почтовым сервером', null]);
  await exim.start();
  await deliver();
  await until('the letter', async () => (await arrivals(messageUUID)) === 1);
});

test('an Exim that dies in the middle of a letter has it once, and whole, in the end', async () => {
  const { exim, write, arrivals } = await startWithExim();
  const { row, deliver } = await write('external-share', 'anna@clinic.test');
  exim.dieWhen('in the letter');
  await deliver();
  const { messageUUID, sentAt, failedAt } = await row();
  expect([sentAt, failedAt]).toEqual([null, null]);
  exim.dieWhen('never');
  await exim.start();
  await deliver();
  await until('the letter', async () => (await arrivals(messageUUID)) === 1);
  expect(await exim.inbox()).toHaveLength(1);
});

test('an Exim that dies with the letter and before its answer gets it again, under the same number', async () => {
  const { exim, write, arrivals } = await startWithExim();
  const { row, deliver } = await write('new-password', 'anna@clinic.test');
  exim.dieWhen('before its answer');
  await deliver();
  const { messageUUID, sentAt, failedAt } = await row();
  expect([sentAt, failedAt]).toEqual([null, null]);
  exim.dieWhen('never');
  await exim.start();
  await deliver();
  expect((await row()).sentAt).toBeInstanceOf(Date);
  await until('the letter', async () => (await arrivals(messageUUID)) >= 1);
  const all = await exim.inbox();
  expect(all.every((source) => source.includes(messageUUID))).toBe(true);
  expect(all.length).toBeLessThanOrEqual(2);
});
