import { randomUUID } from 'node:crypto';
import type { createKeyImage, KeyImage } from '@snimok/contract/viewing/key-images';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type Initiator, record } from '../../../platform/audit/record.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { conflict, notFound } from '../../../platform/errors/errors.ts';
import type { ViewableStudy } from '../viewed-study/queries.ts';
import { sentences } from '../sentences.ts';

type PresentedKeyImage = z.infer<typeof KeyImage>;
type NewKeyImage = z.infer<(typeof createKeyImage)['schema']['body']>;

const MOST_OF_STUDY = 100;

/** The key images of a study's current object, oldest first; `accountID` is null for a caller without an account. */
export const listKeyImagesOf = async (
  db: Tx,
  { id, objectID }: ViewableStudy,
  accountID: number | null,
): Promise<PresentedKeyImage[]> => {
  const rows = await db
    .selectFrom('keyImages')
    .innerJoin('accounts', 'accounts.id', 'keyImages.accountID')
    .selectAll('keyImages')
    .select('accounts.name')
    .where('keyImages.studyID', '=', id)
    .where('keyImages.objectID', '=', objectID)
    .orderBy('keyImages.createdAt')
    .orderBy('keyImages.keyImageUUID')
    .limit(MOST_OF_STUDY)
    .execute();
  return rows.map((row) => ({
    keyImageUUID: row.keyImageUUID,
    title: row.title,
    view: row.view as unknown as PresentedKeyImage['view'],
    picture: row.picture,
    authorName: row.name,
    own: row.accountID === accountID,
    createdAt: row.createdAt.toISOString(),
  }));
};

/** @throws Problem 409 when the study has as many key images as it may have */
export const addKeyImage = (
  { db, clock }: Context,
  by: Initiator,
  { id: studyID, objectID, patientID, doctorID }: ViewableStudy,
  accountID: number,
  { title, view, picture }: NewKeyImage,
): Promise<string> =>
  db.transaction().execute(async (tx) => {
    // the row lock makes the count exact
    await tx.selectFrom('studies').select('id').where('id', '=', studyID).forUpdate().executeTakeFirst();
    const { count } = await tx
      .selectFrom('keyImages')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('studyID', '=', studyID)
      .where('objectID', '=', objectID)
      .executeTakeFirstOrThrow();
    if (count >= MOST_OF_STUDY) throw conflict(sentences.tooManyKeyImages);
    const keyImageUUID = randomUUID();
    const row = { keyImageUUID, studyID, objectID, accountID, title, picture };
    await tx
      .insertInto('keyImages')
      .values({ ...row, view: JSON.stringify(view), createdAt: clock.now() })
      .execute();
    const details = { keyImage: keyImageUUID };
    await record(tx, by, { action: 'study.mark', studyID, patientID, doctorID, details });
    return keyImageUUID;
  });

/** @throws Problem 404 for an image of another author or study */
export const removeKeyImage = async (
  { db }: Context,
  by: Initiator,
  { id: studyID, patientID, doctorID }: ViewableStudy,
  accountID: number,
  keyImageUUID: string,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const removed = await tx
      .deleteFrom('keyImages')
      .where('keyImageUUID', '=', keyImageUUID)
      .where('studyID', '=', studyID)
      .where('accountID', '=', accountID)
      .returning('keyImageUUID')
      .executeTakeFirst();
    if (!removed) throw notFound(sentences.noKeyImage);
    const details = { removedKeyImage: keyImageUUID };
    await record(tx, by, { action: 'study.mark', studyID, patientID, doctorID, details });
  });
