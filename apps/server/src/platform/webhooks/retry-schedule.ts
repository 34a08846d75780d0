import { after } from '../outside/clock.ts';

/** About forty hours, in which a receiver can be repaired over a night or a Sunday. */
const DELAYS_MINUTES = [0.1, 1, 5, 15, 30, 60, 120, 240, 480, 720, 720];

/** When a message is sent again after `attempts` failures; null after the last one. */
export const nextAttemptAt = (attempts: number, now: Date): Date | null => {
  const delay = DELAYS_MINUTES[attempts - 1];
  return delay === undefined ? null : after(now, delay * 60_000);
};
