import { setTimeout as sleep } from 'node:timers/promises';

/** A limit of the sending rate; without `hours` it applies always. */
interface RateLimit {
  bytesPerSecond: number;
  /** local time, whole hours; from 22 to 6 is the night */
  hours?: { from: number; to: number };
}

/** Resolves when this many bytes may be sent. */
export type Pace = (bytes: number, signal: AbortSignal) => Promise<void>;

export const unlimited: Pace = async () => {};

/**
 * How far sending may be ahead of the rate, so that short interruptions are made up for and long ones are
 * not.
 */
const BURST_SECONDS = 0.5;
/** The hours are checked again after at most this time. */
const LONGEST_WAIT_MS = 10_000;

interface PaceOptions {
  now?: () => number;
  hourNow?: () => number;
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** A token bucket that all transfers of the program share. */
export function paceOf(
  { bytesPerSecond, hours }: RateLimit,
  {
    now = () => performance.now(),
    hourNow = () => new Date().getHours(),
    wait = (ms, signal) => sleep(ms, undefined, { signal }),
  }: PaceOptions = {},
): Pace {
  /** the time at which everything that was permitted so far has been sent at the limited rate */
  let sentUntil = Number.NEGATIVE_INFINITY;
  return async (bytes, signal) => {
    if (!applies(hours, hourNow())) return;
    sentUntil = Math.max(sentUntil, now() - BURST_SECONDS * 1000) + (bytes / bytesPerSecond) * 1000;
    for (let ms = sentUntil - now(); ms > 0; ms = sentUntil - now()) {
      await wait(Math.min(ms, LONGEST_WAIT_MS), signal);
      if (!applies(hours, hourNow())) {
        sentUntil = Number.NEGATIVE_INFINITY;
        return;
      }
    }
  };
}

const applies = (hours: RateLimit['hours'], hour: number): boolean => {
  if (!hours) return true;
  const { from, to } = hours;
  return from < to ? from <= hour && hour < to : hour >= from || hour < to;
};

const UNITS: Record<string, number> = { kbit: 1e3 / 8, mbit: 1e6 / 8, gbit: 1e9 / 8 };
/** At a lower rate a piece of 16 KiB takes longer than a connection may be silent. */
const LEAST_BYTES_PER_SECOND = 64e3 / 8;

/** The rate of `10Mbit`, `512kbit` or `1.5Mbit` in bytes per second; null if the text is no rate. */
export function parseRate(text: string): number | null {
  const [, number = '', unit = ''] = /^(\d+(?:[.,]\d+)?)\s*([kmg]bit)(?:\/s)?$/i.exec(text.trim()) ?? [];
  const bytesPerSecond = Number(number.replace(',', '.')) * (UNITS[unit.toLowerCase()] ?? 0);
  return bytesPerSecond >= LEAST_BYTES_PER_SECOND ? bytesPerSecond : null;
}

/** `8-20` */
export function parseHours(text: string): NonNullable<RateLimit['hours']> | null {
  const [, from = '', to = ''] = /^(\d{1,2})-(\d{1,2})$/.exec(text.trim()) ?? [];
  const hours = { from: Number(from), to: Number(to) };
  const isValid = from !== '' && hours.from <= 23 && hours.to <= 24 && hours.from !== hours.to;
  return isValid ? hours : null;
}
