import type { Clock } from './clock.ts';
import { dayAfter, dayIn } from './calendar.ts';
import { instantAt } from './wall-time.ts';

const MINUTES_OF_NIGHT = 4 * 60;

/** The next time after `now` at which it is four o'clock in the morning in the time zone. */
export const nextNight = (now: Date, timeZone: string): Date => {
  const today = dayIn(timeZone, now);
  const at = instantAt(today, MINUTES_OF_NIGHT, timeZone);
  return at > now ? at : instantAt(dayAfter(today, 1), MINUTES_OF_NIGHT, timeZone);
};

interface Portal {
  config: { publicDemo: boolean; timeZone: string };
  clock: Clock;
}

/** When the data of a public demonstration is replaced next, as a field of an answer; no field for every other portal. */
export const endOfDemo = ({ config, clock }: Portal) =>
  config.publicDemo ? { demoEndsAt: nextNight(clock.now(), config.timeZone).toISOString() } : {};
