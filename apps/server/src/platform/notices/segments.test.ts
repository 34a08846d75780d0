import { expect, test } from 'vitest';
import { normalizePhone } from '@snimok/contract/values/phone-numbers';
import { fitText, segmentsOf } from './segments.ts';

test.for([
  ['8 (999) 123-45-67', '+79991234567'],
  ['79991234567', '+79991234567'],
  ['999 123 45 67', '+79991234567'],
  ['+375 29 123-45-67', '+375291234567'],
  ['00 49 170 1234567', '+491701234567'],
  ['+7 999 123 45 6', null],
  ['123-45-67', null],
  ['+0123456789', null],
  ['', null],
] as const)('%s as a telephone number is %s', ([typed, number]) => {
  expect(normalizePhone(typed)).toBe(number);
});

test.for([
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(307), 3],
  ['['.repeat(80), 1],
  ['['.repeat(81), 2],
  ['я'.repeat(70), 1],
  ['я'.repeat(71), 2],
  ['я'.repeat(201), 3],
  ['я'.repeat(202), 4],
  // each emoji takes two units of UCS-2
  ['🙂'.repeat(36), 2],
] as const)('%# a text takes as many short messages as its alphabet needs', ([text, segments]) => {
  expect(segmentsOf(text)).toBe(segments);
});

test('a long text is shortened at the end of a word to three messages, and its link stays complete', () => {
  const link = 'https://snimok.example/external-area/0123456789';
  const long = 'Исследование готово и ждёт вас в кабинете '.repeat(10);
  const fitted = fitText(long, link);
  expect(fitted.endsWith(`…\n${link}`)).toBe(true);
  expect(fitted).toMatch(/[а-яё]…\n/);
  expect(segmentsOf(fitted)).toBe(3);
  expect(fitText('Готово', link)).toBe(`Готово\n${link}`);
  expect(segmentsOf(fitText('я'.repeat(1000)))).toBe(3);
});
