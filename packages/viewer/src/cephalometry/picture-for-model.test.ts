import { expect, test } from 'vitest';
import type { PaneImage } from '../pane/pane-image.ts';
import { pictureForModel } from './picture-for-model.ts';
import { proposalOf } from './proposal.ts';

const WINDOW = { center: 150, width: 100, inverted: false };

const image = (values: Uint16Array, width: number, rest: Partial<PaneImage> = {}): PaneImage => ({
  width,
  height: values.length / width,
  values,
  pixelSize: [1, 1],
  ...rest,
});

const wordsOf = (base64: string) => [
  ...new Uint16Array(Uint8Array.from(Buffer.from(base64, 'base64')).buffer),
];

test('black and white of the window map to fixed samples, and values beyond the window are kept', () => {
  const values = Uint16Array.of(100, 150, 200, 210, 0, 1000);
  const { body, every } = pictureForModel(image(values, 3), WINDOW, [0.1, 0.2]);
  expect(body).toMatchObject({ columns: 3, rows: 2, pixelMm: [0.1, 0.2] });
  expect(every).toBe(1);
  expect(wordsOf(body.pixels)).toEqual([16_384, 32_768, 49_152, 52_429, 0, 65_535]);
  const unknown = pictureForModel(image(values, 3), { ...WINDOW, inverted: true }, undefined).body;
  expect(unknown.pixelMm).toBeNull();
  expect(wordsOf(unknown.pixels)).toEqual([49_152, 32_768, 16_384, 13_107, 65_535, 0]);
});

test('samples are converted to units, colours become grey, and what was not measured is black', () => {
  const scaled = image(Uint16Array.of(0, 100), 2, { scale: { slope: 1, intercept: 100 }, gap: 0 });
  expect(wordsOf(pictureForModel(scaled, WINDOW, undefined).body.pixels)).toEqual([0, 49_152]);
  const colours = Uint8ClampedArray.of(0, 150, 300, 255, 100, 100, 100, 255);
  const coloured = image(Uint16Array.of(0, 0), 2, { colours });
  expect(wordsOf(pictureForModel(coloured, WINDOW, undefined).body.pixels)).toEqual([27_853, 16_384]);
});

test('a large picture is sent with fewer pixels, and the answer is mapped back to the full picture', () => {
  const { body, every } = pictureForModel(image(new Uint16Array(2400 * 3000), 2400), WINDOW, [0.1, 0.1]);
  expect(body).toMatchObject({ columns: 1200, rows: 1500, pixelMm: [0.2, 0.2] });
  expect(body.pixels.length).toBeLessThanOrEqual(8_000_000);
  const answer = {
    model: { name: 'CephNet', version: '3.1' },
    landmarks: [{ name: 'S' as const, at: [0, 1499] as [number, number], score: null }],
  };
  // the centre of the first four pixels, and of the last ones of the first columns
  expect(proposalOf(answer, every, (at) => at).landmarks).toEqual([
    { name: 'S', at: [0.5, 2998.5], score: null },
  ]);
});
