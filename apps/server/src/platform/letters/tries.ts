import { after } from '../outside/clock.ts';

/** contract.md: tried again within a minute, then less and less often for a day. */
const WAITS_MINUTES = [0.5, 1, 2, 5, 10, 20, 40, 80, 120, 180, 240, 300, 441.5];

/** When a letter that was refused so often is tried again; null when its day is over. */
export const nextTryAfter = (attempts: number, now: Date): Date | null => {
  const wait = WAITS_MINUTES[attempts - 1];
  return wait === undefined ? null : after(now, wait * 60_000);
};
