import type { DraftPart } from '@snimok/contract/reporting/report-drafts';
import type { z } from 'zod';
import type { Tx } from '../../../platform/db/client.ts';
import type { Field } from './template-queries.ts';

export type Part = z.input<typeof DraftPart>;
export type PartValue = Part['value'];

const selectDrafts = (db: Tx) =>
  db
    .selectFrom('reportDrafts')
    .innerJoin('accounts as starter', 'starter.id', 'reportDrafts.startedBy')
    .innerJoin('accounts as editor', 'editor.id', 'reportDrafts.changedBy')
    .selectAll('reportDrafts')
    .select(['starter.name as startedByName', 'editor.name as changedByName']);

export const findDraft = async (db: Tx, studyID: number) => {
  const row = await selectDrafts(db).where('reportDrafts.studyID', '=', studyID).executeTakeFirst();
  return row && { ...row, fields: row.fields as unknown as Field[] };
};

export type Draft = NonNullable<Awaited<ReturnType<typeof findDraft>>>;

/** Locks the draft until the end of the transaction, so that concurrent changes of its parts are serialised. */
export const lockDraft = async (tx: Tx, studyID: number): Promise<Draft | undefined> => {
  await tx
    .selectFrom('reportDrafts')
    .select('studyID')
    .where('studyID', '=', studyID)
    .forUpdate()
    .executeTakeFirst();
  return findDraft(tx, studyID);
};

interface NewDraft {
  studyID: number;
  templateName: string;
  fields: Field[];
  withFindings: boolean;
  corrects: number | null;
  by: number;
  now: Date;
}

/** False if the study already has a draft. */
export const insertDraft = async (tx: Tx, { fields, by, now, ...draft }: NewDraft): Promise<boolean> => {
  const row = await tx
    .insertInto('reportDrafts')
    .values({
      ...draft,
      fields: JSON.stringify(fields),
      version: 1,
      startedBy: by,
      changedBy: by,
      changedAt: now,
    })
    .onConflict((existing) => existing.column('studyID').doNothing())
    .returning('studyID')
    .executeTakeFirst();
  return row !== undefined;
};

export const updateDraft = async (
  tx: Tx,
  studyID: number,
  change: { version: number; changedBy: number; changedAt: Date },
): Promise<void> => {
  await tx.updateTable('reportDrafts').set(change).where('studyID', '=', studyID).execute();
};

/** Deletes the draft with its parts. */
export const deleteDraft = async (tx: Tx, studyID: number): Promise<void> => {
  await tx.deleteFrom('reportDrafts').where('studyID', '=', studyID).execute();
};

export interface StoredPart {
  part: string;
  value: PartValue;
  version: number;
  changedByName: string;
  changedAt: Date;
}

/** The parts that were changed, in the order in which they were added. */
export const listParts = async (db: Tx, studyID: number): Promise<StoredPart[]> => {
  const rows = await db
    .selectFrom('reportParts')
    .innerJoin('accounts', 'accounts.id', 'reportParts.changedBy')
    .select([
      'reportParts.part',
      'reportParts.value',
      'reportParts.version',
      'reportParts.changedAt',
      'accounts.name as changedByName',
    ])
    .where('reportParts.studyID', '=', studyID)
    .orderBy('reportParts.id')
    .execute();
  return rows.map((row) => ({ ...row, value: row.value as PartValue }));
};

/** Inserts or replaces a part. */
export const putPart = async (
  tx: Tx,
  studyID: number,
  { part, value, version }: Pick<StoredPart, 'part' | 'value' | 'version'>,
  { by, now }: { by: number; now: Date },
): Promise<void> => {
  const state = { value: JSON.stringify(value), version, changedBy: by, changedAt: now };
  await tx
    .insertInto('reportParts')
    .values({ studyID, part, ...state })
    .onConflict((existing) => existing.columns(['studyID', 'part']).doUpdateSet(state))
    .execute();
};
