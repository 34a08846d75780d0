import { expect, test } from 'vitest';
import { CallProblem } from '../../../shared/calls/call.ts';
import { passwordReason, signInReason } from './reasons.ts';

test.each([
  [500, 'что угодно', 'Ошибка сервера, повторите запрос'],
  [400, 'invalid_request', 'Неверный e-mail'],
  [400, 'нет домена', 'Неверный запрос: нет домена'],
  [403, 'unauthorized_client', 'Неверный e-mail или пароль'],
  [403, 'access_denied', 'Доступ запрещён: access_denied'],
  [403, 'Пароль из письма уже использован', 'Доступ запрещён: Пароль из письма уже использован'],
  [418, undefined, 'Неизвестный код ошибки: 418'],
  [undefined, undefined, 'Произошла неизвестная ошибка'],
])('a sign-in refused with %s %s shows «%s»', (status, error, sentence) => {
  expect(signInReason(new CallProblem(status, error))).toBe(sentence);
});

test('after too many sign-ins the message states the waiting time and offers a new password', () => {
  const sentence = signInReason(new CallProblem(429, 'slow_down', 130));
  expect(sentence).toContain('через 3\u00A0мин');
  expect(sentence).toContain('«Забыли пароль?»');
});

test.each([
  [500, 'что угодно', 'Произошла ошибка сервера. Повторите запрос'],
  [400, 'invalid_request', 'Невалидный запрос'],
  [400, 'Слишком простой пароль', 'Слишком простой пароль'],
  [403, 'Срок действия пароля из письма истёк', 'Срок действия пароля из письма истёк'],
  [404, undefined, 'Неизвестный код ошибки: 404'],
  [undefined, undefined, 'Произошла неизвестная ошибка'],
])('a password form refused with %s %s shows «%s»', (status, error, sentence) => {
  expect(passwordReason(new CallProblem(status, error))).toBe(sentence);
});
