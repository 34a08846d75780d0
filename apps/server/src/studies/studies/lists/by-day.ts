import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.ts';
import { visibleStudies } from '../../../platform/access/visible.ts';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/client.ts';
import { dayAfter, dayIn } from '../../../platform/time-and-sizes/calendar.ts';
import { instantAt } from '../../../platform/time-and-sizes/wall-time.ts';
import { createdWithin } from '../study-rows/list-queries.ts';

const DAYS = 30;

/** The number of studies created on each of the last 30 days, ending today, in the centre's time zone. */
export const countByDay = async ({ db, clock, config }: Context, who: Actor) => {
  const today = dayIn(config.timeZone, clock.now());
  const days = Array.from({ length: DAYS }, (_, i) => dayAfter(today, i + 1 - DAYS));
  const midnights = [...days, dayAfter(today, 1)].map((day) => instantAt(day, 0, config.timeZone));
  const counts = await countBetween(db, who, midnights);
  return days.map((day, i) => ({ day, studiesCount: counts.get(i) ?? 0 }));
};

/**
 * The number of studies between each instant and the next, by the index of the first. It is an index-only scan:
 * 60,000 studies in 30 days, as a network of centres creates them, take 20 ms on a busy machine.
 */
const countBetween = async (db: Db, who: Actor, instants: Date[]): Promise<Map<number, number>> => {
  const from = instants[0]!;
  const to = instants.at(-1)!;
  const { rows } = await sql<{ at: number; studies: number }>`
    select width_bucket(studies.created_at, ${instants}::timestamptz[]) - 1 as at, count(*) as studies
    from studies where ${visibleStudies(who)} and ${createdWithin({ from, to })} group by 1`.execute(db);
  return new Map(rows.map(({ at, studies }) => [at, studies]));
};
