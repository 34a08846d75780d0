import { isDeepStrictEqual } from 'node:util';
import { type Annotation, type AuthorsAnnotations, REGIONS } from '@snimok/contract/viewing/annotations';
import type { Plan } from '@snimok/contract/viewing/planning';
import type { z } from 'zod';
import { type Initiator, record } from '../../../platform/audit/record.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { conflict } from '../../../platform/errors/errors.ts';
import type { ViewableStudy } from '../viewed-study/queries.ts';
import { sentences } from '../sentences.ts';

type Annotations = z.infer<typeof Annotation>[];

const isRegion = ({ kind }: Annotations[number]): boolean => REGIONS.some((region) => region === kind);

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
  { withRegions, withTimes }: { withRegions: boolean; withTimes: boolean },
): Promise<z.infer<typeof AuthorsAnnotations>[]> => {
  const rows = await annotationsOf(db, study)
    .innerJoin('accounts', 'accounts.id', 'studyMarks.accountID')
    .select([
      'studyMarks.accountID',
      'accounts.name',
      'studyMarks.marks',
      'studyMarks.plan',
      'studyMarks.updatedAt',
    ])
    .orderBy((row) => row('studyMarks.accountID', '=', accountID), 'desc')
    .orderBy('studyMarks.updatedAt', 'desc')
    .orderBy('studyMarks.accountID')
    .execute();
  return rows.map((row) => ({
    authorName: row.name,
    own: row.accountID === accountID,
    updatedAt: row.updatedAt.toISOString(),
    marks: (row.marks as unknown as Annotations)
      .filter((mark) => withRegions || !isRegion(mark))
      .map((mark) => (withTimes ? mark : withoutTime(mark))),
    ...(row.plan !== null && { plan: row.plan as unknown as z.infer<typeof Plan> }),
  }));
};

/**
 * Replaces the caller's annotations and returns the new revision. Without `plan` the stored one stays.
 * @throws Problem 409 when another window of the caller has saved since `revision` was read
 */
export const replaceAnnotations = async (
  { db, clock }: Context,
  by: Initiator,
  study: ViewableStudy,
  accountID: number,
  request: {
    revision: number;
    marks: Annotations;
    regions?: true | undefined;
    plan?: z.infer<typeof Plan> | undefined;
  },
): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { revision, marks: sent, regions, plan } = request;
    const { id: studyID, objectID, patientID, doctorID } = study;
    const before = await lockAnnotations(tx, study, accountID);
    const kept = regions ? [] : ((before?.marks ?? []) as unknown as Annotations).filter(isRegion);
    const marks = withTimes(sent, before, clock.now()).concat(kept);
    if (before) await keepVersion(tx, study, accountID, before, clock.now());
    const change = {
      revision: revision + 1,
      marks: JSON.stringify(marks),
      updatedAt: clock.now(),
      // fields that viewers of earlier versions do not send stay
      ...(plan && { plan: JSON.stringify({ ...(before?.plan as object | null), ...plan }) }),
    };
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

const withoutTime = ({ changedAt: _changedAt, ...mark }: Annotations[number]): Annotations[number] => mark;

/** The time of each annotation: it stays if the annotation is stored with the same content, whatever the client sends. */
const withTimes = (
  sent: Annotations,
  before: { marks: unknown; updatedAt: Date } | undefined,
  now: Date,
): Annotations => {
  const stored = new Map(((before?.marks ?? []) as Annotations).map((mark) => [mark.markID, mark]));
  return sent.map((received) => {
    const mark = withoutTime(received);
    const old = stored.get(mark.markID);
    const isSame = old !== undefined && isDeepStrictEqual(withoutTime(old), mark);
    // annotations of earlier versions have no time of their own
    const changedAt = isSame ? (old.changedAt ?? before?.updatedAt.toISOString()) : now.toISOString();
    return { ...mark, changedAt };
  });
};

const lockAnnotations = (tx: Tx, study: ViewableStudy, accountID: number) =>
  annotationsOf(tx, study)
    .select(['revision', 'marks', 'plan', 'updatedAt'])
    .where('accountID', '=', accountID)
    .forUpdate()
    .executeTakeFirst();

const VERSION_EVERY_MS = 10 * 60_000;
const MOST_VERSIONS = 50;

/**
 * Keeps the author's earlier annotations as a version, unless one of the last ten minutes is kept. Deletes the oldest
 * versions.
 */
const keepVersion = async (
  tx: Tx,
  { id: studyID, objectID }: ViewableStudy,
  accountID: number,
  before: { revision: number; marks: unknown; plan: unknown; updatedAt: Date },
  now: Date,
): Promise<void> => {
  const versions = await tx
    .selectFrom('studyMarkVersions')
    .select(['revision', 'updatedAt'])
    .where('studyID', '=', studyID)
    .where('objectID', '=', objectID)
    .where('accountID', '=', accountID)
    .orderBy('revision', 'desc')
    .execute();
  const newest = versions[0]?.updatedAt.getTime() ?? 0;
  if (now.getTime() - newest < VERSION_EVERY_MS) return;
  const key = { studyID, objectID, accountID, revision: before.revision };
  await tx
    .insertInto('studyMarkVersions')
    .values({
      ...key,
      marks: JSON.stringify(before.marks),
      plan: before.plan === null ? null : JSON.stringify(before.plan),
      updatedAt: before.updatedAt,
    })
    .onConflict((at) => at.columns(['studyID', 'objectID', 'accountID', 'revision']).doNothing())
    .execute();
  const oldest = versions[MOST_VERSIONS - 2]?.revision;
  if (oldest === undefined) return;
  await tx
    .deleteFrom('studyMarkVersions')
    .where('studyID', '=', studyID)
    .where('objectID', '=', objectID)
    .where('accountID', '=', accountID)
    .where('revision', '<', oldest)
    .execute();
};
