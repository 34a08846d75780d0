import { expect, test } from 'vitest';
import { previewOf } from './preview.ts';

test('a preview is one line of at most 65 characters and an ellipsis', () => {
  expect(previewOf('Добрый день!\nСнимок  готов')).toBe('Добрый день! Снимок готов');
  expect(previewOf('а'.repeat(65))).toBe('а'.repeat(65));
  expect(previewOf('а'.repeat(66))).toBe(`${'а'.repeat(65)}…`);
  expect(previewOf(`${'а'.repeat(64)} конец`)).toBe(`${'а'.repeat(64)} …`);
});

test('an emoji sequence, a flag and a combining accent count as one character and are never cut', () => {
  const family = '👨‍👩‍👧‍👦';
  const flag = '🇷🇺';
  const accented = 'и\u0306';
  for (const letter of [family, flag, accented]) {
    expect(previewOf(letter.repeat(65))).toBe(letter.repeat(65));
    expect(previewOf(letter.repeat(66))).toBe(`${letter.repeat(65)}…`);
  }
});
