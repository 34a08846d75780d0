import { expect, test } from 'vitest';
import { checkConsent, confirmationInWords } from './confirmation.ts';

const EMAIL = 'orlov@mail.test';
const PHONE = '8 916 123-45-67';

test.for([
  [{ reminder: false, email: EMAIL, phone: PHONE }, true, /^Подтверждение не уйдёт: согласие/],
  [{ reminder: true, email: EMAIL, phone: '' }, false, /^Подтверждение уйдёт сразу на orlov@mail\.test$/],
  [{ reminder: true, email: '', phone: PHONE }, false, /^Подтверждение не уйдёт, пока не введён e-mail/],
  [{ reminder: true, email: 'orlov', phone: PHONE }, true, /^Подтверждение не уйдёт, пока не введён e-mail/],
  [
    { reminder: true, email: '', phone: PHONE },
    true,
    /^Подтверждение уйдёт сразу по СМС на \+7\s916\s123-45-67$/,
  ],
  [{ reminder: true, email: '', phone: '+7916' }, true, /^Подтверждение уйдёт по СМС на телефон пациента$/],
  // a number without the code of its city
  [{ reminder: true, email: '', phone: '123-45-67' }, true, /^Подтверждение не уйдёт, пока не введён e-mail/],
] as const)('the consent %o with text messages %s is described in words', ([consent, canText, words]) => {
  expect(confirmationInWords(consent, canText)).toMatch(words);
});

test('an address may be missing only if the number gets text messages', () => {
  const typed = { reminder: true, email: '', phone: PHONE };
  expect(checkConsent(typed, true)).toBeUndefined();
  expect(checkConsent(typed, false)).toBe('Введите корректный e-mail');
  expect(checkConsent({ ...typed, phone: '123-45-67' }, true)).toBe(
    'На этот номер СМС не отправить: введите e-mail',
  );
  expect(checkConsent({ ...typed, reminder: false }, false)).toBeUndefined();
});
