import { randomUUID } from 'node:crypto';
import {
  IMPLANT_LIMITS,
  type listImplantLines,
  type NewImplantLine,
} from '@snimok/contract/viewing/implants';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { conflict, notFound } from '../../platform/errors/errors.ts';
import { sentences } from './sentences.ts';

type OwnLine = z.infer<(typeof listImplantLines)['schema']['response'][200]>['lines'][number];

/** The lines that the centre has added, by manufacturer and line. */
export const listOwnLines = async (db: Tx): Promise<OwnLine[]> => {
  const rows = await db
    .selectFrom('implantLines')
    .select(['lineUUID', 'manufacturer', 'line', 'shape', 'sizes'])
    .orderBy('manufacturer')
    .orderBy('line')
    .limit(IMPLANT_LIMITS.ownLines)
    .execute();
  return rows.map((row) => ({
    ...row,
    shape: row.shape as OwnLine['shape'],
    sizes: row.sizes as OwnLine['sizes'],
  }));
};

const isSameName = (one: string, other: string) =>
  one.toLocaleLowerCase('ru') === other.toLocaleLowerCase('ru');

/** @throws Problem 409 for a name that the centre has, and beyond the limit */
export const addOwnLine = (
  { db, clock }: Context,
  by: Initiator,
  added: z.infer<typeof NewImplantLine>,
): Promise<OwnLine> =>
  db.transaction().execute(async (tx) => {
    // the lock makes the comparison with the other lines, and their number, exact
    await sql`lock table implant_lines in share row exclusive mode`.execute(tx);
    const lines = await listOwnLines(tx);
    if (
      lines.some(
        (one) => isSameName(one.manufacturer, added.manufacturer) && isSameName(one.line, added.line),
      )
    )
      throw conflict(sentences.lineExists);
    if (lines.length >= IMPLANT_LIMITS.ownLines) throw conflict(sentences.tooManyLines);
    const { manufacturer, line, shape, sizes } = added;
    const lineUUID = randomUUID();
    await tx
      .insertInto('implantLines')
      .values({
        lineUUID,
        manufacturer,
        line,
        shape,
        sizes: JSON.stringify(sizes),
        createdAt: clock.now(),
      })
      .execute();
    await record(tx, by, { action: 'implants.change', details: { lineUUID, added: true } });
    return { lineUUID, manufacturer, line, shape, sizes };
  });

/** @throws Problem 404 for a line that does not exist */
export const removeOwnLine = ({ db }: Context, by: Initiator, lineUUID: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const removed = await tx
      .deleteFrom('implantLines')
      .where('lineUUID', '=', lineUUID)
      .returning('lineUUID')
      .executeTakeFirst();
    if (!removed) throw notFound(sentences.noLine);
    await record(tx, by, { action: 'implants.change', details: { lineUUID, added: false } });
  });
