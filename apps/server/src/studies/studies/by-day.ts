import { sql } from 'kysely';
import type { Actor } from '../../platform/access/actor.ts';
import { visibleStudies } from '../../platform/access/visible.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/client.ts';
import { dayAfter, dayIn } from '../../platform/outside/calendar.ts';
import { instantAt } from '../../platform/outside/wall-time.ts';
import { within } from './list-queries.ts';

const DAYS = 30;

/** How many studies each of the last thirty days brought, today the last of them; by the centre's calendar. */
export const countByDay = async ({ db, clock, config }: Context, who: Actor) => {
  const today = dayIn(config.timeZone, clock.now());
  const days = Array.from({ length: DAYS }, (_, at) => dayAfter(today, at + 1 - DAYS));
  const midnights = [...days, dayAfter(today, 1)].map((day) => instantAt(day, 0, config.timeZone));
  const counts = await countBetween(db, who, midnights);
  return days.map((day, at) => ({ day, studiesCount: counts.get(at) ?? 0 }));
};

/**
 * Studies from each instant to the next, by the number of the first. Read from the index of creation alone: 60,000 in
 * thirty days, as a network of centres has them, take 20 ms of a busy machine.
 */
const countBetween = async (db: Db, who: Actor, instants: Date[]): Promise<Map<number, number>> => {
  const [from, to] = [instants[0]!, instants.at(-1)!];
  const { rows } = await sql<{ at: number; studies: number }>`
    select width_bucket(studies.created_at, ${instants}::timestamptz[]) - 1 as at, count(*) as studies
    from studies where ${visibleStudies(who)} and ${within({ from, to })} group by 1`.execute(db);
  return new Map(rows.map(({ at, studies }) => [at, studies]));
};
