import { isDeepStrictEqual } from 'node:util';
import type { WeekHours } from '@snimok/contract/reception/locations';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Tx } from '../../platform/db/client.ts';
import { conflict, notFound } from '../../platform/errors/errors.ts';
import { RUSSIAN_COLLATION } from '../../people/doctors/queries.ts';
import { sentences } from './sentences.ts';

const columns = ['id', 'title', 'text', 'version'] as const;

export const listTemplates = (db: Tx) =>
  db
    .selectFrom('answerTemplates')
    .select(columns)
    .orderBy(sql`title collate ${RUSSIAN_COLLATION}`)
    .orderBy('id')
    .execute();

export type TemplateRow = Awaited<ReturnType<typeof listTemplates>>[number];

/** @throws Problem 409 if there are as many as `limit` already */
export const insertTemplate = (db: Tx, template: Pick<TemplateRow, 'title' | 'text'>, limit: number) =>
  db
    .insertInto('answerTemplates')
    .columns(['title', 'text'])
    .expression(
      db
        .selectNoFrom([
          sql<string>`${template.title}::text`.as('title'),
          sql<string>`${template.text}::text`.as('text'),
        ])
        .where(sql<boolean>`(select count(*) from answer_templates) < ${limit}`),
    )
    .returning(columns)
    .executeTakeFirstOrThrow(() => conflict(sentences.tooManyTemplates(limit)));

/** Undefined if there is none with this title and text. */
export const findSameTemplate = (db: Tx, { title, text }: Pick<TemplateRow, 'title' | 'text'>) =>
  db
    .selectFrom('answerTemplates')
    .select(columns)
    .where('title', '=', title)
    .where('text', '=', text)
    .executeTakeFirst();

/** Undefined if the template has another version or does not exist. */
export const updateTemplate = (db: Tx, { id, title, text, version }: TemplateRow) =>
  db
    .updateTable('answerTemplates')
    .set({ title, text, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning(columns)
    .executeTakeFirst();

export const findTemplate = (db: Tx, id: number) =>
  db
    .selectFrom('answerTemplates')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound(sentences.noTemplate));

export const deleteTemplate = async (db: Tx, id: number): Promise<void> => {
  await db
    .deleteFrom('answerTemplates')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirstOrThrow(() => notFound(sentences.noTemplate));
};

interface HoursRow {
  enabled: boolean;
  hours: z.output<typeof WeekHours>;
  note: string;
  version: number;
}

export const findHours = async (db: Tx): Promise<HoursRow> => {
  const row = await db
    .selectFrom('messengerHours')
    .select(['enabled', 'hours', 'note', 'version'])
    .executeTakeFirstOrThrow();
  return { ...row, hours: row.hours as HoursRow['hours'] };
};

/**
 * A repeated request changes nothing: the answer to the first one was lost.
 * @throws Problem 409 if the hours have changed since this version
 */
export const updateHours = async (db: Tx, { version, ...facts }: HoursRow): Promise<HoursRow> => {
  const changed = { ...facts, version: version + 1 };
  const { numUpdatedRows } = await db
    .updateTable('messengerHours')
    .set({ ...changed, hours: JSON.stringify(facts.hours) })
    .where('version', '=', version)
    .executeTakeFirst();
  if (numUpdatedRows === 0n && !isDeepStrictEqual(await findHours(db), changed))
    throw conflict(sentences.hoursChanged);
  return changed;
};
