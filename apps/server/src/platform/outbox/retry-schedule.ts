import { after } from '../time-and-sizes/clock.ts';

/** Minutes between attempts (product 32.1): a retry within a minute, then at growing intervals for a day. */
export const FOR_A_DAY = [0.5, 1, 2, 5, 10, 20, 40, 80, 120, 180, 240, 300, 441.5];

/** Minutes between attempts: about forty hours, so that a receiver that breaks at night or on a Sunday can be repaired. */
export const FOR_FORTY_HOURS = [0.1, 1, 5, 15, 30, 60, 120, 240, 480, 720, 720];

/** When a message is sent again after `attempts` refusals; null after the last one. */
export const nextAttemptAt = (delaysMinutes: readonly number[], attempts: number, now: Date): Date | null => {
  const delay = delaysMinutes[attempts - 1];
  return delay === undefined ? null : after(now, delay * 60_000);
};
