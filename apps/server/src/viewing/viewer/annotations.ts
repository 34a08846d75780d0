import type { AuthorsAnnotations, Annotation } from '@snimok/contract/annotations';
import type { z } from 'zod';
import { type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { conflict } from '../../platform/errors.ts';
import { sentences } from '../../platform/sentences.ts';
import type { ViewableStudy } from './queries.ts';

type Annotations = z.infer<typeof Annotation>[];

/** Marks belong to the study and to the pictures they were drawn on: a study that is uploaded anew begins without. */
const annotationsOf = (db: Tx, { id, objectID }: ViewableStudy) =>
  db.selectFrom('studyMarks').where('studyID', '=', id).where('objectID', '=', objectID);

export const findRevision = async (db: Tx, study: ViewableStudy, accountID: number): Promise<number> => {
  const own = await annotationsOf(db, study)
    .select('revision')
    .where('accountID', '=', accountID)
    .executeTakeFirst();
  return own?.revision ?? 0;
};

/** By everybody who has drawn, the caller first. */
export const listAnnotations = async (
  db: Tx,
  study: ViewableStudy,
  accountID: number,
): Promise<z.infer<typeof AuthorsAnnotations>[]> => {
  const rows = await annotationsOf(db, study)
    .innerJoin('accounts', 'accounts.id', 'studyMarks.accountID')
    .select(['studyMarks.accountID', 'accounts.name', 'studyMarks.marks', 'studyMarks.updatedAt'])
    .orderBy((mark) => mark('studyMarks.accountID', '=', accountID), 'desc')
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

/** Replaces what she has drawn, unless another window of hers has done so since she read it. */
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
