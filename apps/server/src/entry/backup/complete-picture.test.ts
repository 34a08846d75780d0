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
    const whole = await draw();
    expect(isCompletePicture(key, whole)).toBe(true);
    for (const length of [0, 1, 8, whole.length - 1])
      expect(isCompletePicture(key, whole.subarray(0, length))).toBe(false);
    expect(isCompletePicture(key, Buffer.concat([whole, Buffer.alloc(9)]))).toBe(false);
    expect(isCompletePicture('pictures/a/other.zip', whole)).toBe(false);
    expect(
      isCompletePicture(
        key.replace(/\w+$/, (kind) => (kind === 'jpg' ? 'png' : 'jpg')),
        whole,
      ),
    ).toBe(false);
  },
);
