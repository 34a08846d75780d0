import { setTimeout as sleep } from 'node:timers/promises';
import { dayAfter, dayIn } from '../../../platform/time-and-sizes/calendar.ts';
import type { Clock } from '../../../platform/time-and-sizes/clock.ts';
import { instantAt } from '../../../platform/time-and-sizes/wall-time.ts';

/** The clock may be set while a reader waits, so the reader reads it again after this time. */
const READ_CLOCK_EVERY_MS = 250;

/** Delays the reading of bytes, so that at most `bytesPerSecond` are read by all readers together; null: no limit. */
export class RateLimit {
  readonly #bytesPerSecond: number | null;
  readonly #clock: Clock;
  #freeAt = 0;

  constructor(bytesPerSecond: number | null, clock: Clock) {
    this.#bytesPerSecond = bytesPerSecond;
    this.#clock = clock;
  }

  /** Resolves when the bytes are within the rate. */
  async take(bytes: number, signal: AbortSignal): Promise<void> {
    if (this.#bytesPerSecond === null) return;
    const now = () => this.#clock.now().getTime();
    this.#freeAt = Math.max(now(), this.#freeAt) + (bytes / this.#bytesPerSecond) * 1000;
    const freeAt = this.#freeAt;
    for (let wait = freeAt - now(); wait > 0; wait = freeAt - now())
      await sleep(Math.min(wait, READ_CLOCK_EVERY_MS), undefined, { signal });
  }
}

const DAY_MINUTES = 24 * 60;

interface Hours {
  /** minutes after midnight; both null: all day */
  fromMinute: number | null;
  toMinute: number | null;
}

/** The fraction of the day in which an import works. */
export const shareOfDay = ({ fromMinute, toMinute }: Hours): number => {
  if (fromMinute === null || toMinute === null || fromMinute === toMinute) return 1;
  return ((toMinute - fromMinute + DAY_MINUTES) % DAY_MINUTES) / DAY_MINUTES;
};

/** Null if the import may work now; otherwise the instant from which it may. */
export const waitsUntil = ({ fromMinute, toMinute }: Hours, timeZone: string, now: Date): Date | null => {
  if (fromMinute === null || toMinute === null || fromMinute === toMinute) return null;
  const today = dayIn(timeZone, now);
  const begins = instantAt(today, fromMinute, timeZone);
  const ends = instantAt(today, toMinute, timeZone);
  const isOpen = fromMinute < toMinute ? now >= begins && now < ends : now >= begins || now < ends;
  if (isOpen) return null;
  return now < begins ? begins : instantAt(dayAfter(today, 1), fromMinute, timeZone);
};
