import { expect, test } from 'vitest';
import { paceOf, parseHours, parseRate } from './rate-limit.ts';

type RateLimit = Parameters<typeof paceOf>[0];

const { signal } = new AbortController();

/** Sends pieces of 10,000 bytes with a clock that only waiting moves; resolves with the elapsed seconds. */
async function send(limit: RateLimit, pieces: number, hourAt: (seconds: number) => number = () => 12) {
  let ms = 0;
  const pace = paceOf(limit, {
    now: () => ms,
    hourNow: () => hourAt(ms / 1000),
    wait: async (more) => void (ms += more),
  });
  await Promise.all(
    [0, 1].map(async () => {
      for (let piece = 0; piece < pieces / 2; piece++) await pace(10_000, signal);
    }),
  );
  return ms / 1000;
}

test('all transfers together send at the limited rate', async () => {
  expect(await send({ bytesPerSecond: 100_000 }, 100)).toBeCloseTo(9.5);
});

test('the limit applies in its hours, also over midnight', async () => {
  const bytesPerSecond = 100_000;
  const day = { bytesPerSecond, hours: { from: 8, to: 20 } };
  const night = { bytesPerSecond, hours: { from: 22, to: 6 } };
  const at = async (limit: RateLimit, hour: number) => (await send(limit, 100, () => hour)) > 0;
  expect(await Promise.all([7, 8, 19, 20].map((hour) => at(day, hour)))).toEqual([false, true, true, false]);
  expect(await Promise.all([21, 22, 0, 5, 6].map((hour) => at(night, hour)))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
});

test('a piece that waits because of the limit is sent when the hours of the limit end', async () => {
  const limit = { bytesPerSecond: 100, hours: { from: 8, to: 20 } };
  // each piece takes 100 s; after a minute the limit ends
  expect(await send(limit, 4, (seconds) => (seconds < 60 ? 19 : 20))).toBe(60);
});

test('a wait ends when the upload is cancelled', async () => {
  const cancelled = AbortSignal.abort(new Error('stop'));
  await expect(paceOf({ bytesPerSecond: 1 })(1000, cancelled)).rejects.toThrow();
});

test('rates and hours are read as people write them', () => {
  expect(['10Mbit', '10 mbit/s', '1,5Mbit', '512kbit', '1Gbit'].map(parseRate)).toEqual([
    1_250_000, 1_250_000, 187_500, 64_000, 125_000_000,
  ]);
  expect(['', '10', '10MB', '1kbit', '-1Mbit'].map(parseRate)).toEqual([null, null, null, null, null]);
  expect(['8-20', '22-6', '0-24'].map(parseHours)).toEqual([
    { from: 8, to: 20 },
    { from: 22, to: 6 },
    { from: 0, to: 24 },
  ]);
  expect(['8', '8-25', '24-3', '8-8', 'a-b'].map(parseHours)).toEqual([null, null, null, null, null]);
});
