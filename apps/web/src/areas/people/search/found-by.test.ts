import { expect, test } from 'vitest';
import { foundByInWords } from './found-by.ts';

test('a hit says why it was found, unless its name shows it', () => {
  const wordsOf = (reason: 'layout' | 'transliteration' | 'birthday' | 'phone', text: string) =>
    foundByInWords({ reason, text })?.replaceAll('\u00a0', ' ');
  expect(wordsOf('layout', 'калинин')).toBe('найдено как «калинин»');
  expect(wordsOf('transliteration', 'иванов')).toBe('найдено как «иванов»');
  expect(wordsOf('birthday', '1985-03-05')).toBe('дата рождения 05.03.1985');
  expect(wordsOf('phone', '89991234567')).toBe('телефон +7 999 123-45-67');
  expect(foundByInWords(undefined)).toBeUndefined();
});
