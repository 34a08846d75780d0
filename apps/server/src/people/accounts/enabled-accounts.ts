import type { Tx } from '../../platform/db/client.ts';

/** The given accounts without those that are disabled. */
export const listEnabledAccounts = async (db: Tx, accountIDs: number[]) =>
  accountIDs.length === 0
    ? []
    : db
        .selectFrom('accounts')
        .select(['id', 'role', 'featureFlags', 'rights', 'passwordIsTemporary', 'credentialsVersion'])
        .where('id', 'in', accountIDs)
        .where('disabledAt', 'is', null)
        .execute();
