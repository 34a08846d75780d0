import { countOpenedInHour } from '../../platform/audit/opened-studies.ts';
import { portalInitiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { enqueueLetter } from '../../platform/letters/letters.ts';
import { publish } from '../../platform/realtime/publish.ts';
import { type Account, findAccountByID } from '../accounts/account-rows/accounts.ts';
import { listAdministrators } from '../accounts/account-rows/administrators.ts';
import { suspendAccount } from '../accounts/account-rows/suspensions.ts';
import { hasAlertInHour, insertAlert, lockAlertsOf } from './queries.ts';

/**
 * Raises an alert if the account has opened more studies within the last hour than allowed. Within the same hour
 * another alert follows only when the account has opened more than the threshold in addition to the studies that the
 * last alert counted. The decision of an administrator about the last alert does not matter. Suspends the account if
 * the setting says so. The audit trail is counted, so it does not matter which processes served the account and
 * whether they still run.
 */
export const alertIfOver = async (context: Context, accountID: number): Promise<void> => {
  const { db, config, log } = context;
  const { studiesHourly } = config.accessAlerts;
  if ((await countOpenedInHour(db, accountID)) <= studiesHourly) return;
  const alert = await db.transaction().execute((tx) => raise(context, tx, accountID));
  if (alert) log.warn({ accountID, ...alert }, 'an account opened more studies within an hour than expected');
};

const raise = async ({ config, clock }: Context, tx: Tx, accountID: number) => {
  await lockAlertsOf(tx, accountID);
  const account = await findAccountByID(tx, accountID);
  // counted again, because this transaction may have waited long for the lock
  const studies = await countOpenedInHour(tx, accountID);
  const { studiesHourly: threshold, suspend } = config.accessAlerts;
  if (!account || studies <= threshold) return null;
  if (await hasAlertInHour(tx, accountID, studies)) return null;
  const suspended = suspend && (await suspendAccount(tx, accountID, clock.now()));
  const alert = { studies, threshold, suspended };
  await insertAlert(tx, { accountID, ...alert });
  await record(tx, portalInitiator, { action: 'account.alert', doctorID: accountID, details: alert });
  if (suspended) await record(tx, portalInitiator, { action: 'account.suspend', doctorID: accountID });
  await notifyAdministrators(tx, config.publicURL, account, alert);
  return alert;
};

interface Alert {
  studies: number;
  threshold: number;
  suspended: boolean;
}

const notifyAdministrators = async (
  tx: Tx,
  publicURL: string,
  { name: accountName, role }: Account,
  alert: Alert,
): Promise<void> => {
  const administrators = await listAdministrators(tx);
  const staffURL = `${publicURL}/assistant-area/staff`;
  for (const { name, email } of administrators)
    await enqueueLetter(
      tx,
      'access-alert',
      { ofAccount: email },
      {
        name,
        accountName,
        isStaff: role === 'assistant',
        staffURL,
        ...alert,
      },
    );
  await publishAlerts(tx, administrators);
};

/** Makes the open pages of administrators fetch the alerts again. */
export const publishAlerts = (tx: Tx, administrators: readonly { id: number }[]): Promise<void> =>
  publish(
    tx,
    administrators.map(({ id }) => ({ accountID: id })),
    { type: 'access_alerts_changed', data: {} },
  );
