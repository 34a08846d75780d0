import type { Actor } from '../../platform/access/actor.ts';
import { may } from '../../platform/access/rules.ts';
import type { Tx } from '../../platform/db/client.ts';
import { listEnabledAccounts } from '../../people/accounts/sessions/enabled-accounts.ts';
import { readRights } from '../../people/accounts/sessions/stored-rights.ts';

/** The account that began an import, with its present rights; null if it may no longer import. */
export const findAuthor = async (db: Tx, accountID: number): Promise<Actor | null> => {
  const [account] = await listEnabledAccounts(db, [accountID]);
  if (account?.role !== 'assistant') return null;
  const who: Actor = { kind: 'assistant', accountID, rights: new Set(readRights(account)) };
  return may(who, 'archive.import') ? who : null;
};
