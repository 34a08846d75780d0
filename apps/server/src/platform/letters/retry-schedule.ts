import { after } from '../outside/clock.ts';

/** contract.md: retried within a minute, then at growing intervals for a day. */
const DELAYS_MINUTES = [0.5, 1, 2, 5, 10, 20, 40, 80, 120, 180, 240, 300, 441.5];

/** When a letter is sent again after `attempts` refusals; null once its day is over. */
export const nextAttemptAt = (attempts: number, now: Date): Date | null => {
  const delay = DELAYS_MINUTES[attempts - 1];
  return delay === undefined ? null : after(now, delay * 60_000);
};
