import type { Context } from '../../../platform/context.ts';
import { periodicJob } from '../../../platform/jobs/jobs.ts';
import { after } from '../../../platform/time-and-sizes/clock.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/time-and-sizes/duration.ts';
import { look } from './look.ts';
import { findUpdate } from './queries.ts';
import { handOver } from './request-update.ts';
import { updatable } from './state.ts';

/** Begins the update that is due, and looks for newer versions once a day, after a failure once an hour. */
const plan = async (context: Context): Promise<void> => {
  const installation = updatable(context);
  if (!installation) return;
  await handOver(context);
  const { lookedAt, lookProblem } = await findUpdate(context.db);
  const interval = lookProblem === null ? DAY_MS : HOUR_MS;
  if (lookedAt === null || after(lookedAt, interval) <= context.clock.now())
    await look(context, installation);
};

export const planUpdates = periodicJob('plan-updates', plan);
