import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';

/** The sessions of an account that have not expired, the last used first. */
export const listSessionsOf = ({ db, clock }: Context, accountID: number) =>
  db
    .selectFrom('sessions')
    .select(['sessionUUID', 'tokenHash', 'userAgent', 'address', 'createdAt', 'lastSeenAt', 'expiresAt'])
    .where('accountID', '=', accountID)
    .where('expiresAt', '>', clock.now())
    .orderBy((session) => session.fn.coalesce('lastSeenAt', 'createdAt'), 'desc')
    .orderBy('sessionUUID')
    .execute();

/** False if the account has no such session. */
export const endOwnSession = async (tx: Tx, accountID: number, sessionUUID: string): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('accountID', '=', accountID)
    .where('sessionUUID', '=', sessionUUID)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};
