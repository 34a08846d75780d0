import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/client.ts';
import { rightsColumns } from './stored-rights.ts';

/** A person has no access if the client is disabled, but keeps it if only the owner was suspended (`suspensions.ts`). */
export const clientIsEnabled = sql<boolean>`(client.disabled_at is null or client.suspended_at is not null)`;

/** The columns from which an actor is made. `client` is the account of the client to which a person belongs. */
export const accountColumns = [
  'accounts.id',
  'accounts.role',
  'accounts.featureFlags',
  ...rightsColumns,
  'accounts.passwordIsTemporary',
  'accounts.credentialsVersion',
  'accounts.clientID',
  'accounts.clientRole',
  'client.featureFlags as clientFlags',
] as const;

export interface AccountOfSession {
  id: number;
  role: string;
  featureFlags: string[];
  rights: string[];
  onlyReportRight: string | null;
  passwordIsTemporary: boolean;
  credentialsVersion: number;
  clientID: number | null;
  clientRole: string | null;
  clientFlags: string[] | null;
  /** only for a session */
  secondFactor?: string | null;
  /** only for a session */
  tokenHash?: Buffer;
}

/** The given accounts, without accounts that are disabled or whose client is disabled. */
export const listEnabledAccounts = async (db: Tx, accountIDs: number[]) =>
  accountIDs.length === 0
    ? []
    : db
        .selectFrom('accounts')
        .leftJoin('accounts as client', 'client.id', 'accounts.clientID')
        .select(accountColumns)
        .where('accounts.id', 'in', accountIDs)
        .where('accounts.disabledAt', 'is', null)
        .where(clientIsEnabled)
        .execute();

/** Whether an enabled assistant has the rights to write reports. */
export const hasReportAuthors = async (db: Tx): Promise<boolean> => {
  const author = await db
    .selectFrom('accounts')
    .select('id')
    .where('role', '=', 'assistant')
    .where('disabledAt', 'is', null)
    .where(sql<boolean>`'studies' = any(rights)`)
    .where(sql<boolean>`('reports' = any(rights) or only_report_right = 'report-writing')`)
    .limit(1)
    .executeTakeFirst();
  return author !== undefined;
};

/** Whether the account or its client is disabled. */
export const isDisabled = async (
  db: Tx,
  { disabledAt, clientID }: { disabledAt: Date | null; clientID: number | null },
): Promise<boolean> => {
  if (disabledAt || clientID === null) return disabledAt !== null;
  const client = await db
    .selectFrom('accounts')
    .select(['disabledAt', 'suspendedAt'])
    .where('id', '=', clientID)
    .executeTakeFirst();
  return !client || (client.disabledAt !== null && client.suspendedAt === null);
};
