import { type AliasableExpression, sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';

/** Some 10 kB, so that a piece is a small string of V8's young space. */
const PIECE_ROWS = 200;

/** The rows of a query in the order of `place`, which counts from 0. */
type Names = AliasableExpression<{ id: number; name: string; place: number }>;

/** Ids and names as JSON objects separated by commas, in pieces; the id is the property `idName`. */
export const encodeNames = async (db: Tx, names: Names, idName: string): Promise<string[]> => {
  const object = sql`json_build_object(${sql.lit(idName)}, one.id, 'name', one.name)::text`;
  const piece = sql<number>`one.place / ${sql.lit(PIECE_ROWS)}`;
  const rows = await db
    .selectFrom(names.as('one'))
    .select(sql<string>`string_agg(${object}, ',' order by one.place)`.as('text'))
    .groupBy(piece)
    .orderBy(piece)
    .execute();
  return rows.map(({ text }) => text);
};
