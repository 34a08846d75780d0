import { sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';
import { notFound } from '../../platform/errors.ts';
import { sentences } from './sentences.ts';

interface ExaminationFacts {
  name: string;
  studyType: string;
  preparation: string;
  active: boolean;
}

const examinations = (db: Tx) =>
  db.selectFrom('examinations').select(['id', 'name', 'studyType', 'preparation', 'active']);

export type ExaminationRow = Awaited<ReturnType<typeof findExamination>>;

export const listExaminationRows = (db: Tx, { onlyActive }: { onlyActive: boolean }) =>
  examinations(db)
    .$if(onlyActive, (query) => query.where('active', '=', true))
    .orderBy('place')
    .orderBy('id')
    .execute();

export const findExamination = (db: Tx, examinationID: number) =>
  examinations(db)
    .where('id', '=', examinationID)
    .executeTakeFirstOrThrow(() => notFound(sentences.noExamination));

/** Locks the list, so that of two changes of its order or length the second sees the first. */
export const lockExaminations = async (tx: Tx): Promise<void> => {
  await sql`lock table examinations in share row exclusive mode`.execute(tx);
};

/** At the end of the list. */
export const insertExamination = async (tx: Tx, facts: ExaminationFacts): Promise<number> => {
  const { id } = await tx
    .insertInto('examinations')
    .values(({ selectFrom }) => ({
      ...facts,
      place: selectFrom('examinations').select(sql<number>`coalesce(max(place), 0) + 1`.as('next')),
    }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

export const updateExaminationFacts = async (
  tx: Tx,
  examinationID: number,
  facts: ExaminationFacts,
): Promise<void> => {
  const { numUpdatedRows } = await tx
    .updateTable('examinations')
    .set(facts)
    .where('id', '=', examinationID)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFound(sentences.noExamination);
};

export const updatePlace = async (tx: Tx, examinationID: number, place: number): Promise<void> => {
  await tx.updateTable('examinations').set({ place }).where('id', '=', examinationID).execute();
};
