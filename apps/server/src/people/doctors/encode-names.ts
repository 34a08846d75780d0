import { type AliasableExpression, sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';
import { executeTogether } from '../../platform/db/run-together.ts';

/** About 10 kB, so that the text of a piece fits into V8's young space. */
const PIECE_ROWS = 200;

/** The rows of a query in the order of `place`, which counts from 0. */
type Names = AliasableExpression<{ id: number; name: string; place: number }>;

interface Piece {
  text: string;
}

/** The bodies by the pieces from which they were made: concurrent calls share the pieces, and so their body. */
const bodies = new WeakMap<readonly Piece[], Buffer>();

/**
 * The body `{ "list": [{ "id": …, "name": … }, …] }` with these two property names, encoded by PostgreSQL. Otherwise thousands
 * of rows would become objects four times: in the driver, in Kysely, for the response and for its validation. Only the query
 * decides which fields are sent; a test compares them with the contract.
 */
export const encodeNames = async (
  db: Tx,
  names: Names,
  properties: { list: string; id: string },
): Promise<Buffer> => {
  const object = sql`json_build_object(${sql.lit(properties.id)}, one.id, 'name', one.name)::text`;
  const piece = sql<number>`one.place / ${sql.lit(PIECE_ROWS)}`;
  const query = db
    .selectFrom(names.as('one'))
    .select(sql<string>`string_agg(${object}, ',' order by one.place)`.as('text'))
    .groupBy(piece)
    .orderBy(piece);
  const pieces = await executeTogether(db, query.compile());
  const body = bodies.get(pieces) ?? joined(properties.list, pieces);
  bodies.set(pieces, body);
  return body;
};

/** Returns a Buffer, which is outside of V8's heap: a long string would stay there until a full garbage collection. */
const joined = (list: string, pieces: readonly Piece[]): Buffer => {
  const separated = pieces.flatMap(({ text }, at) => (at === 0 ? [text] : [',', text]));
  const texts = [`{${JSON.stringify(list)}:[`, ...separated, ']}'];
  return Buffer.concat(texts.map((text) => Buffer.from(text)));
};
