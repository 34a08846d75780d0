import { expect, test } from 'vitest';
import { smtpMail } from '../outside/mail/smtp-mail.ts';
import { startExim } from '../../testing/outside/exim.ts';
import { letterFacts } from '../../testing/pictures-and-documents/letter-facts.ts';
import { startServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { enqueueLetter } from './letters.ts';
import { deliverLetter } from './send.ts';
import type { Template } from './templates.ts';

/** A portal that sends its letters to Debian's Exim. */
const startWithExim = async () => {
  const { context } = await startServer();
  const exim = await startExim();
  context.mail = smtpMail(exim.url, 'Снимок <no-reply@portal.test>');
  const enqueue = async (template: Template, to: string) => {
    const letterID = await enqueueLetter(context.db, template, { ofAccount: to }, letterFacts[template]);
    const findLetter = () =>
      context.db.selectFrom('letters').selectAll().where('id', '=', letterID).executeTakeFirstOrThrow();
    return { findLetter, deliver: () => deliverLetter(context, { letterID }) };
  };
  /** How many times the letter with this Message-ID arrived. */
  const arrivals = async (messageUUID: string) =>
    (await exim.inbox()).filter((source) => source.includes(`Message-ID: <${messageUUID}@portal.test>`))
      .length;
  return { exim, enqueue, arrivals };
};

test('every kind of letter is delivered to a mailbox once and completely', async () => {
  const { exim, enqueue, arrivals } = await startWithExim();
  const templates = Object.keys(letterFacts) as Template[];
  for (const template of templates) {
    const { findLetter, deliver } = await enqueue(template, `${template}@clinic.test`);
    await deliver();
    await deliver();
    const { messageUUID, sentAt } = await findLetter();
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

test('a letter that Exim refuses permanently is given up with its error', async () => {
  const { exim, enqueue } = await startWithExim();
  const { findLetter, deliver } = await enqueue('welcome', 'refused@clinic.test');
  await deliver();
  expect(await findLetter()).toMatchObject({
    failedAt: expect.any(Date),
    lastError: '550 5.1.1 No such user here',
    facts: {},
  });
  expect(await exim.inbox()).toEqual([]);
});

test('a letter that Exim defers arrives once at a later attempt', async () => {
  const { exim, enqueue, arrivals } = await startWithExim();
  const { findLetter, deliver } = await enqueue('booking', 'greylisted@clinic.test');
  await deliver();
  const { messageUUID, lastError, nextTryAt } = await findLetter();
  expect([lastError, nextTryAt]).toEqual(['451 4.7.1 Greylisted, try again later', expect.any(Date)]);
  await exim.acceptGreylisted();
  await deliver();
  await deliver();
  await until('the letter', async () => (await arrivals(messageUUID)) === 1);
  expect(await exim.inbox()).toHaveLength(1);
});

test('a letter waits while Exim is down', async () => {
  const { exim, enqueue, arrivals } = await startWithExim();
  const { findLetter, deliver } = await enqueue('study-ready', 'anna@clinic.test');
  await exim.kill('SIGTERM');
  await deliver();
  const { messageUUID, lastError, failedAt } = await findLetter();
  expect([lastError, failedAt]).toEqual(['Нет связи с почтовым сервером', null]);
  await exim.start();
  await deliver();
  await until('the letter', async () => (await arrivals(messageUUID)) === 1);
});

test('if Exim is killed while it receives a letter, the letter is delivered once and completely', async () => {
  const { exim, enqueue, arrivals } = await startWithExim();
  const { findLetter, deliver } = await enqueue('external-share', 'anna@clinic.test');
  exim.killWhen('during DATA');
  await deliver();
  const { messageUUID, sentAt, failedAt } = await findLetter();
  expect([sentAt, failedAt]).toEqual([null, null]);
  exim.killWhen('never');
  await exim.start();
  await deliver();
  await until('the letter', async () => (await arrivals(messageUUID)) === 1);
  expect(await exim.inbox()).toHaveLength(1);
});

test('if Exim is killed before it replies, the letter is sent again with the same Message-ID', async () => {
  const { exim, enqueue, arrivals } = await startWithExim();
  const { findLetter, deliver } = await enqueue('new-password', 'anna@clinic.test');
  exim.killWhen('before the reply');
  await deliver();
  const { messageUUID, sentAt, failedAt } = await findLetter();
  expect([sentAt, failedAt]).toEqual([null, null]);
  exim.killWhen('never');
  await exim.start();
  await deliver();
  expect((await findLetter()).sentAt).toBeInstanceOf(Date);
  await until('the letter', async () => (await arrivals(messageUUID)) >= 1);
  const all = await exim.inbox();
  expect(all.every((source) => source.includes(messageUUID))).toBe(true);
  expect(all.length).toBeLessThanOrEqual(2);
});
