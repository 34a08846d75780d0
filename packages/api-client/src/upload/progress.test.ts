import { expect, test } from 'vitest';
import { startProgress } from './progress.ts';
import type { Piece } from '../transfer/transfer-observer.ts';

function clock() {
  let ms = 0;
  const pass = (more: number) => {
    ms += more;
  };
  return { now: () => ms, pass };
}

const pieceOf = (originalBytes: number, sentBytes = originalBytes): Piece => ({
  filenames: ['a'],
  originalBytes,
  sentBytes,
});

test('progress does not decrease when a file is sent again', () => {
  const progress = startProgress(1000, 0, clock().now);
  const a = pieceOf(500);
  const b = pieceOf(500);
  progress.moved(a, 400);
  progress.moved(b, 200);
  expect(progress.read().share).toBe(0.6);
  progress.again(a);
  expect(progress.read()).toMatchObject({ share: 0.6, sentBytes: 600 });
  progress.moved(a, 300);
  expect(progress.read().share).toBe(0.6);
  progress.done(a);
  progress.done(b);
  expect(progress.read().share).toBe(1);
});

test('bytes that are already stored on the server count as progress at once', () => {
  const progress = startProgress(1000, 750, clock().now);
  expect(progress.read()).toMatchObject({ share: 0.75, sentBytes: 750 });
});

test('speed and remaining time are measured over the last seconds', () => {
  const { now, pass } = clock();
  const progress = startProgress(10_000, 0, now);
  const a = pieceOf(10_000);
  expect(progress.read()).toMatchObject({ bytesPerSecond: null, secondsLeft: null });
  for (let second = 1; second <= 5; second++) {
    pass(1000);
    progress.moved(a, second * 1000);
    progress.read();
  }
  expect(progress.read()).toMatchObject({ bytesPerSecond: 1000, secondsLeft: 5 });
  for (let second = 0; second < 20; second++) {
    pass(1000);
    progress.read();
  }
  expect(progress.read()).toMatchObject({ bytesPerSecond: 0, secondsLeft: null });
});

test('bytes that are found on the server count as progress, but not as speed', () => {
  const { now, pass } = clock();
  const progress = startProgress(1000, 0, now);
  pass(2000);
  progress.there(600);
  expect(progress.read()).toMatchObject({ share: 0.6, sentBytes: 600, bytesPerSecond: 0 });
});

test('an upload of zero bytes is complete', () => {
  expect(startProgress(0, 0, clock().now).read().share).toBe(1);
});

test('progress counts original bytes, and the remaining time counts the bytes that are transferred', () => {
  const { now, pass } = clock();
  const progress = startProgress(10_000, 0, now);
  progress.toPack(8000);
  expect(progress.read().secondsLeft).toBeNull();
  const bundle = pieceOf(4000, 1000);
  progress.packed(bundle);
  progress.toPack(4000);
  pass(1000);
  progress.moved(bundle, 500);
  // still to be sent: 500 bytes of the bundle, a quarter of the 4,000 to be packed, and 2,000 of a file that is not
  // packed
  expect(progress.read()).toMatchObject({ sentBytes: 2000, bytesPerSecond: 2000, secondsLeft: 7 });
});

test('ten seconds after the start the remaining time is right, although the last files compress less', () => {
  const { now, pass } = clock();
  const bundles = 40;
  const lineBytesPerSecond = 1_000_000;
  const originalBytes = 2_000_000;
  const progress = startProgress(bundles * originalBytes, 0, now);
  // alternately a third and two thirds of the original size, as in bundles that contain files from everywhere
  const sizes = Array.from({ length: bundles }, (_, at) => originalBytes * (at % 2 === 0 ? 0.35 : 0.65));
  const totalSeconds = sizes.reduce((sum, size) => sum + size, 0) / lineBytesPerSecond;
  let toPack = bundles * originalBytes;
  progress.toPack(toPack);
  let at10: number | null = null;
  let second = 0;
  for (const size of sizes) {
    const piece = pieceOf(originalBytes, size);
    progress.packed(piece);
    progress.toPack((toPack -= originalBytes));
    for (let sent = 0; sent < size; sent += lineBytesPerSecond / 4) {
      pass(250);
      second += 0.25;
      progress.moved(piece, Math.min(size, sent));
      const { secondsLeft } = progress.read();
      if (at10 === null && second >= 10) at10 = secondsLeft;
    }
    progress.done(piece);
  }
  const real = totalSeconds - 10;
  expect(Math.abs(at10! - real) / real).toBeLessThan(0.2);
});
