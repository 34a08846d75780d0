import type { AuthorsAnnotations, Annotation } from '@snimok/contract/annotations';
import type { z } from 'zod';
import { type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { conflict } from '../../platform/errors.ts';
import { sentences } from '../../platform/sentences.ts';
import type { ViewableStudy } from './queries.ts';

type Annotations = z.infer<typeof Annotation>[];

/** Annotations belong to a study and its current object: after the study is uploaded again there are none. */
const annotationsOf = (db: Tx, { id, objectID }: ViewableStudy) =>
  db.selectFrom('studyMarks').where('studyID', '=', id).where('objectID', '=', objectID);

export const findRevision = async (db: Tx, study: ViewableStudy, accountID: number): Promise<number> => {
  const own = await annotationsOf(db, study)
    .select('revision')
    .where('accountID', '=', accountID)
    .executeTakeFirst();
  return own?.revision ?? 0;
};

/** The annotations of all authors, the caller's first; `accountID` is null for a caller without an account. */
export const listAnnotations = async (
  db: Tx,
  study: ViewableStudy,
  accountID: number | null,
): Promise<z.infer<typeof AuthorsAnnotations>[]> => {
  const rows = await annotationsOf(db, study)
    .innerJoin('accounts', 'accounts.id', 'studyMarks.accountID')
    .select(['studyMarks.accountID', 'accounts.name', 'studyMarks.marks', 'studyMarks.updatedAt'])
    .orderBy((row) => row('studyMarks.accountID', '=', accountID), 'desc')
    .orderBy('studyMarks.updatedAt', 'desc')
    .orderBy('studyMarks.accountID')
    .execute();
  return rows.map((row) => ({
    authorName: row.name,
    own: row.accountID === accountID,
    updatedAt: row.updatedAt.toISOString(),
    marks: row.marks as unknown as Annotations,
  }));
};

/**
 * Replaces the caller's annotations and returns the new revision.
 * @throws Problem 409 when another window of the caller has saved since `revision` was read
 */
export const replaceAnnotations = async (
  { db, clock }: Context,
  by: Initiator,
  { id: studyID, objectID, patientID, doctorID }: ViewableStudy,
  accountID: number,
  { revision, marks }: { revision: number; marks: Annotations },
): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const change = { revision: revision + 1, marks: JSON.stringify(marks), updatedAt: clock.now() };
    const saved =
      revision === 0
        ? await tx
            .insertInto('studyMarks')
            .values({ studyID, objectID, accountID, ...change })
            .onConflict((at) => at.columns(['studyID', 'objectID', 'accountID']).doNothing())
            .returning('revision')
            .executeTakeFirst()
        : await tx
            .updateTable('studyMarks')
            .set(change)
            .where('studyID', '=', studyID)
            .where('objectID', '=', objectID)
            .where('accountID', '=', accountID)
            .where('revision', '=', revision)
            .returning('revision')
            .executeTakeFirst();
    if (!saved) throw conflict(sentences.annotationsChangedElsewhere);
    const details = { marks: marks.length };
    await record(tx, by, { action: 'study.mark', studyID, patientID, doctorID, details });
    return saved.revision;
  });
