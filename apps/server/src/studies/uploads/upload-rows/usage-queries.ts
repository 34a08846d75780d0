import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/client.ts';

/** What an account has uploaded on one day. */
export interface Usage {
  sentFiles: number;
  sentBytes: number;
  unpackedFiles: number;
  unpackedBytes: number;
  /** the time that its files have occupied parser processes */
  parserMs: number;
}

export const NO_USAGE: Usage = {
  sentFiles: 0,
  sentBytes: 0,
  unpackedFiles: 0,
  unpackedBytes: 0,
  parserMs: 0,
};

const columns = ['sentFiles', 'sentBytes', 'unpackedFiles', 'unpackedBytes', 'parserMs'] as const;

/** Adds to the account's day and returns the new sums. Locks the row until the end of the transaction. */
export const addUsage = (tx: Tx, accountID: number, day: string, used: Partial<Usage>): Promise<Usage> =>
  tx
    .insertInto('uploadUsage')
    .values({ accountID, day, ...NO_USAGE, ...used })
    .onConflict((conflict) =>
      conflict
        .columns(['accountID', 'day'])
        .doUpdateSet((eb) =>
          Object.fromEntries(
            columns.map((column) => [
              column,
              sql<number>`${eb.ref(`uploadUsage.${column}`)} + ${eb.ref(`excluded.${column}`)}`,
            ]),
          ),
        ),
    )
    .returning(columns)
    .executeTakeFirstOrThrow();

export const findUsage = async (db: Tx, accountID: number, day: string): Promise<Usage> =>
  (await db
    .selectFrom('uploadUsage')
    .select(columns)
    .where('accountID', '=', accountID)
    .where('day', '=', day)
    .executeTakeFirst()) ?? NO_USAGE;

/** The number and bytes of the files that are registered in an upload. */
export const sumFiles = async (db: Tx, uploadUUID: string): Promise<{ files: number; bytes: number }> =>
  db
    .selectFrom('uploadFiles')
    .select((file) => [
      file.fn.countAll<number>().as('files'),
      sql<number>`coalesce(sum(greatest(size_bytes, sent_bytes)), 0)::bigint`.as('bytes'),
    ])
    .where('uploadUUID', '=', uploadUUID)
    .executeTakeFirstOrThrow();
