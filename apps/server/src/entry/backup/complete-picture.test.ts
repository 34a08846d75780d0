import sharp from 'sharp';
import { expect, test } from 'vitest';
import { isCompletePicture } from './complete-picture.ts';

const drawn = sharp({ create: { width: 64, height: 48, channels: 3, background: '#479' } });

test.for([
  ['pictures/a/full.jpg', () => drawn.clone().jpeg({ quality: 90 }).toBuffer()],
  ['pictures/a/values.png', () => drawn.clone().png().toBuffer()],
] as const)(
  '%s is complete as written, and not when truncated, empty, extended or of another format',
  async ([key, draw]) => {
    const bytes = await draw();
    expect(isCompletePicture(key, bytes)).toBe(true);
    for (const length of [0, 1, 8, bytes.length - 1])
      expect(isCompletePicture(key, bytes.subarray(0, length))).toBe(false);
    expect(isCompletePicture(key, Buffer.concat([bytes, Buffer.alloc(9)]))).toBe(false);
    expect(isCompletePicture('pictures/a/other.zip', bytes)).toBe(false);
    expect(
      isCompletePicture(
        key.replace(/\w+$/, (kind) => (kind === 'jpg' ? 'png' : 'jpg')),
        bytes,
      ),
    ).toBe(false);
  },
);
