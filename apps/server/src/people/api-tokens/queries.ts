import type { Tx } from '../../platform/db/client.ts';

const tokens = (db: Tx) =>
  db
    .selectFrom('apiTokens')
    .innerJoin('accounts as creator', 'creator.id', 'apiTokens.creatorID')
    .selectAll('apiTokens')
    .select([
      'creator.name as creatorName',
      'creator.role as creatorRole',
      'creator.rights as creatorRights',
      'creator.disabledAt as creatorDisabledAt',
    ]);

export type TokenRow = NonNullable<Awaited<ReturnType<typeof findToken>>>;

export const findToken = (db: Tx, tokenID: number) =>
  tokens(db).where('apiTokens.id', '=', tokenID).executeTakeFirst();

/** Tokens that are neither revoked nor expired. `actorOfToken` checks that the creator's account still permits them. */
const liveTokens = (db: Tx, now: Date) =>
  tokens(db).where('apiTokens.revokedAt', 'is', null).where('apiTokens.expiresAt', '>', now);

export const findLiveToken = (db: Tx, tokenHash: Buffer, now: Date) =>
  liveTokens(db, now).where('apiTokens.tokenHash', '=', tokenHash).executeTakeFirst();

export const listLiveTokens = async (db: Tx, tokenIDs: number[], now: Date) =>
  tokenIDs.length === 0 ? [] : liveTokens(db, now).where('apiTokens.id', 'in', tokenIDs).execute();

export const countLiveTokens = async (db: Tx, now: Date): Promise<number> => {
  const { count } = await db
    .selectFrom('apiTokens')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirstOrThrow();
  return count;
};

interface NewToken {
  name: string;
  tokenHash: Buffer;
  ending: string;
  scopes: string[];
  networks: string[];
  creatorID: number;
  createdAt: Date;
  expiresAt: Date;
}

export const insertToken = (db: Tx, token: NewToken) =>
  db.insertInto('apiTokens').values(token).returning('id').executeTakeFirstOrThrow();

/** False if the token was revoked before or has expired. */
export const updateRevoked = async (db: Tx, tokenID: number, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('apiTokens')
    .set({ revokedAt: now })
    .where('id', '=', tokenID)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const updateTokenUse = async (
  db: Tx,
  tokenID: number,
  use: { lastUsedAt: Date; lastUsedAddress: string },
): Promise<void> => {
  await db.updateTable('apiTokens').set(use).where('id', '=', tokenID).execute();
};

/** Leaves out tokens that ended before `endedBefore`. Their rows stay, because the history names them. */
export const listTokens = async (db: Tx, endedBefore: Date, offset: number, limit: number) => {
  const [rows, { total }] = await Promise.all([
    tokens(db)
      .where('apiTokens.expiresAt', '>', endedBefore)
      .where(({ eb, or }) =>
        or([eb('apiTokens.revokedAt', 'is', null), eb('apiTokens.revokedAt', '>', endedBefore)]),
      )
      .orderBy('apiTokens.id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute(),
    db
      .selectFrom('apiTokens')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('expiresAt', '>', endedBefore)
      .where(({ eb, or }) => or([eb('revokedAt', 'is', null), eb('revokedAt', '>', endedBefore)]))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, totalCount: total };
};
