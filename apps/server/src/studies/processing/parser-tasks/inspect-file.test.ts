import sharp from 'sharp';
import { expect, test } from 'vitest';
import { inspectContent, MAX_SIDE } from './inspect-file.ts';

const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#000' } })
    .png()
    .toBuffer();

test.each([
  [MAX_SIDE + 1, 2],
  [2, MAX_SIDE + 1],
])('an image of %d × %d pixels, which takes much memory to draw, is refused', async (width, height) => {
  const bytes = await png(width, height);
  expect(await inspectContent(bytes, bytes)).toEqual({ kind: 'broken', reason: `${width}×${height} pixels` });
});

test('an image with the longest side that JPEG allows is accepted', async () => {
  const bytes = await png(MAX_SIDE, 2);
  expect(await inspectContent(bytes, bytes)).toEqual({ kind: 'image', width: MAX_SIDE, height: 2 });
});
