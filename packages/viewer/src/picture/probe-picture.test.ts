import { expect, test } from 'vitest';
import { probeText } from './probe-picture.ts';

const image = { width: 20, height: 20, values: new Uint16Array(400).fill(1000) };
image.values[10 * 20 + 10] = 60_000;
const scale = { bits: 16 as const, slope: 1, intercept: -1000 };
/** Without the spaces that group digits. */
const plain = (text: string) => text.replace(/\s/g, '');

test('a probe shows the units around a point, also above 32767', () => {
  expect(plain(probeText(image, [3, 3], { scale }, [0.25, 0.25]))).toBe('0(0…0)');
  expect(plain(probeText(image, [10, 10], { scale }, [2, 2]))).toBe('59000(59000…59000)');
  expect(plain(probeText(image, [10, 11], { scale }, [0.5, 0.5]))).toBe('11800(0…59000)');
  expect(plain(probeText(image, [-5, 40], { scale: null }, undefined))).toBe('1000(1000…1000)');
});
