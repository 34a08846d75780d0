import { listAccountsOver, OPENINGS } from '../../platform/audit/opened-studies.ts';
import type { Context } from '../../platform/context.ts';
import { periodicJob } from '../../platform/jobs/jobs.ts';
import { alertIfOver } from './raise-alert.ts';

/**
 * Counts the openings of an account each time this process has written records of openings, so that an alert follows
 * within a second or two. If several processes write, the last one counts all openings.
 */
export const watchOpenings = (context: Context): void => {
  if (context.config.accessAlerts.studiesHourly === 0) return;
  const actions: readonly string[] = OPENINGS;
  context.auditBuffer.onWritten(async (rows) => {
    const accountIDs = new Set(
      rows.flatMap(({ action, actorID }) => (actions.includes(action) && actorID !== null ? actorID : [])),
    );
    for (const accountID of accountIDs) await alertIfOver(context, accountID);
  });
};

/** Raises the alerts that are missing because a process ended before it could raise them. */
const raiseMissingAlerts = async (context: Context): Promise<void> => {
  const { studiesHourly } = context.config.accessAlerts;
  if (studiesHourly === 0) return;
  for (const accountID of await listAccountsOver(context.db, studiesHourly))
    await alertIfOver(context, accountID);
};

export const checkOpenings = periodicJob('raise-access-alerts', raiseMissingAlerts, {
  formerly: ['check-openings'],
});
