import { expect, test } from 'vitest';
import { briefStateOf, type Letter, pollIntervalOf, reasonOf, stateOf } from './letter.ts';

const letter = (fields: Partial<Letter>): Letter => ({
  status: 'waiting',
  queuedAt: '2026-11-21T10:00:00.000Z',
  sentAt: null,
  failedAt: null,
  nextTryAt: null,
  error: null,
  ...fields,
});

test('the state of a letter is described in one line', () => {
  expect(stateOf(letter({}), 'Письмо')).toBe('Письмо отправляется');
  expect(stateOf(letter({}), '')).toBe('Отправляется');
  expect(stateOf(letter({ status: 'sent', sentAt: '2026-11-21T10:40:00.000Z' }), 'Письмо с паролем')).toMatch(
    /^Письмо с паролем отправлено 21\.11\.2026, \d\d:40$/,
  );
  expect(stateOf(letter({ status: 'retrying', nextTryAt: '2026-11-21T10:45:00.000Z' }), 'Письмо')).toMatch(
    /пока не принято почтой, повторим 21\.11\.2026, \d\d:45$/,
  );
  const failed = letter({ status: 'failed', failedAt: '2026-11-22T10:45:00.000Z' });
  expect(stateOf(failed, 'Письмо')).toMatch(/отправить не удалось, последняя попытка 22\.11\.2026, \d\d:45$/);
  expect(briefStateOf(failed, 'Письмо')).toBe('Письмо отправить не удалось');
});

test('a reply of the mail server is attributed to it, and a message of the portal is not', () => {
  expect(reasonOf(letter({ error: '550 No such user' }))).toBe('Почтовый сервер ответил: 550 No such user');
  expect(reasonOf(letter({ error: 'Нет связи с почтовым сервером' }))).toBe('Нет связи с почтовым сервером');
  expect(reasonOf(letter({}))).toBeNull();
});

test('a letter is polled until it is sent or has failed', () => {
  expect(pollIntervalOf([null, letter({ status: 'sent' }), letter({ status: 'failed' })])).toBe(false);
  const seldom = pollIntervalOf([letter({ status: 'retrying' })]);
  const often = pollIntervalOf([letter({ status: 'retrying' }), letter({})]);
  expect(Number(seldom)).toBeGreaterThan(Number(often));
});
