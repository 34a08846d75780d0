import { expect, test } from 'vitest';
import { startProgress } from './progress.ts';

function clock() {
  let ms = 0;
  const pass = (more: number) => {
    ms += more;
  };
  return { now: () => ms, pass };
}

test('progress does not decrease when a file is sent again', () => {
  const progress = startProgress(1000, 0, clock().now);
  progress.moved('a', 400);
  progress.moved('b', 200);
  expect(progress.read().share).toBe(0.6);
  progress.again('a');
  expect(progress.read()).toMatchObject({ share: 0.6, sentBytes: 600 });
  progress.moved('a', 300);
  expect(progress.read().share).toBe(0.6);
  progress.done('a', 500);
  progress.done('b', 500);
  expect(progress.read().share).toBe(1);
});

test('bytes that the server already has count at once', () => {
  const progress = startProgress(1000, 750, clock().now);
  expect(progress.read()).toMatchObject({ share: 0.75, sentBytes: 750 });
});

test('speed and remaining time are measured over the last seconds', () => {
  const { now, pass } = clock();
  const progress = startProgress(10_000, 0, now);
  expect(progress.read()).toMatchObject({ bytesPerSecond: null, secondsLeft: null });
  for (let second = 1; second <= 5; second++) {
    pass(1000);
    progress.moved('a', second * 1000);
    progress.read();
  }
  expect(progress.read()).toMatchObject({ bytesPerSecond: 1000, secondsLeft: 5 });
  for (let second = 0; second < 20; second++) {
    pass(1000);
    progress.read();
  }
  expect(progress.read()).toMatchObject({ bytesPerSecond: 0, secondsLeft: null });
});

test('bytes found on the server do not count as speed', () => {
  const { now, pass } = clock();
  const progress = startProgress(1000, 0, now);
  pass(2000);
  progress.there(600);
  expect(progress.read()).toMatchObject({ share: 0.6, sentBytes: 600, bytesPerSecond: 0 });
});

test('an upload of zero bytes is complete', () => {
  expect(startProgress(0, 0, clock().now).read().share).toBe(1);
});
