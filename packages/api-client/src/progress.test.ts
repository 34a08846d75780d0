import { expect, test } from 'vitest';
import { startProgress } from './progress.ts';

function clock() {
  let ms = 0;
  const pass = (more: number) => {
    ms += more;
  };
  return { now: () => ms, pass };
}

test('a file that has to be sent again never moves the bar back', () => {
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

test('what was on the server before counts at once', () => {
  const progress = startProgress(1000, 750, clock().now);
  expect(progress.read()).toMatchObject({ share: 0.75, sentBytes: 750 });
});

test('speed and time left come from the last seconds', () => {
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

test('what turns out to be on the server is no speed of today', () => {
  const { now, pass } = clock();
  const progress = startProgress(1000, 0, now);
  pass(2000);
  progress.there(600);
  expect(progress.read()).toMatchObject({ share: 0.6, sentBytes: 600, bytesPerSecond: 0 });
});

test('an upload without a byte is finished', () => {
  expect(startProgress(0, 0, clock().now).read().share).toBe(1);
});
