import { afterEach, expect, test, vi } from 'vitest';
import { openText, sealText } from './sealed-text.ts';

const keyOf = (byte: number) => new Uint8Array(32).fill(byte);
const KEY = keyOf(1);
const OLD = keyOf(2);
const OTHER = keyOf(3);
const PLACE = 'sealed:7:draft:study:/';
const TEXT = 'Ромашкина Алла, зуб 36';

afterEach(() => vi.unstubAllGlobals());

test('a sealed text opens only with its key and at its place, and each sealing is different', () => {
  const sealed = sealText(KEY, PLACE, TEXT);
  expect(openText([KEY], PLACE, sealed)).toBe(TEXT);
  expect(openText([OTHER], PLACE, sealed)).toBeNull();
  expect(openText([], PLACE, sealed)).toBeNull();
  expect(openText([KEY], 'sealed:8:draft:study:/', sealed)).toBeNull();
  expect(sealText(KEY, PLACE, TEXT)).not.toBe(sealed);
});

test('after a rotation of the secret, a text sealed with the previous key can be opened', () => {
  expect(openText([KEY, OLD], PLACE, sealText(OLD, PLACE, TEXT))).toBe(TEXT);
});

test('a text that is damaged or not sealed is not opened', () => {
  const sealed = sealText(KEY, PLACE, TEXT);
  const changed = sealed.endsWith('0') ? `${sealed.slice(0, -1)}1` : `${sealed.slice(0, -1)}0`;
  for (const text of ['', 'zz', 'abc', TEXT, sealed.slice(0, 40), changed])
    expect(openText([KEY], PLACE, text)).toBeNull();
});

test('sealing works on a page without crypto.subtle, such as one loaded over HTTP', () => {
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  vi.stubGlobal('crypto', { getRandomValues });
  expect(openText([KEY], PLACE, sealText(KEY, PLACE, TEXT))).toBe(TEXT);
});
