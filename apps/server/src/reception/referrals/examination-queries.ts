import type { StudyType } from '@snimok/contract/studies/study-types';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';
import { conflict, notFound } from '../../platform/errors/errors.ts';
import { sentences } from './sentences.ts';

interface ExaminationFacts {
  name: string;
  studyType: StudyType;
  preparation: string;
  active: boolean;
}

const EDITED = ['name', 'studyType', 'preparation', 'active'] as const;

const examinations = (db: Tx) =>
  db.selectFrom('examinations').select(['id', 'name', 'studyType', 'preparation', 'active', 'version']);

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

/** Locks the list, so that the second of two concurrent changes of its order or length sees the first. */
export const lockExaminations = async (tx: Tx): Promise<void> => {
  await sql`lock table examinations in share row exclusive mode`.execute(tx);
};

/** Adds the examination at the end of the list. */
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

/**
 * Changes an examination. Does nothing if it has these facts already, as after a request whose answer was lost.
 * @throws Problem 409 if a version is named and the stored version is another one
 */
export const updateExaminationFacts = async (
  tx: Tx,
  examinationID: number,
  { version, ...facts }: ExaminationFacts & { version?: number | undefined },
): Promise<void> => {
  const stored = await examinations(tx)
    .where('id', '=', examinationID)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound(sentences.noExamination));
  const isSame = EDITED.every((fact) => stored[fact] === facts[fact]);
  if (isSame) return;
  if (version !== undefined && stored.version !== version) throw conflict(sentences.examinationChanged);
  await tx.updateTable('examinations').set(facts).where('id', '=', examinationID).execute();
};

export const updatePlace = async (tx: Tx, examinationID: number, place: number): Promise<void> => {
  await tx.updateTable('examinations').set({ place }).where('id', '=', examinationID).execute();
};
