import { type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/errors/errors.ts';
import { listAdministrators } from '../accounts/account-rows/administrators.ts';
import { resumeAccount } from '../accounts/account-rows/suspensions.ts';
import { findAlert, markAcknowledged } from './queries.ts';
import { publishAlerts } from './raise-alert.ts';
import { sentences } from './sentences.ts';

/** An alert that another administrator has acknowledged stays as it is. */
export const acknowledge = (
  { db, clock }: Context,
  by: Initiator,
  { alertID, accountID: acknowledgedBy }: { alertID: number; accountID: number },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const alert = await findAlert(tx, alertID);
    if (!alert) throw notFound(sentences.noAccessAlert);
    if (alert.acknowledgedAt) return;
    await markAcknowledged(tx, alertID, { acknowledgedBy, acknowledgedAt: clock.now() });
    await record(tx, by, { action: 'account.acknowledge-alert', doctorID: alert.accountID });
    await publishAlerts(tx, await listAdministrators(tx));
  });

export const resume = ({ db }: Context, by: Initiator, accountID: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (!(await resumeAccount(tx, accountID))) throw notFound(sentences.notSuspended);
    await record(tx, by, { action: 'account.resume', doctorID: accountID });
    await publishAlerts(tx, await listAdministrators(tx));
  });
