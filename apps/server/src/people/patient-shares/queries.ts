import { sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';
import { RUSSIAN_COLLATION } from '../doctors/queries.ts';

const byName = sql`accounts.name collate ${RUSSIAN_COLLATION}`;

/** Doctors who share a patient with this doctor or with whom this doctor shares a patient; each once. */
export const listFriendsOf = (db: Tx, doctorID: number) =>
  db
    .selectFrom('accounts')
    .select(['accounts.id', 'accounts.name'])
    .where('accounts.disabledAt', 'is', null)
    .where((account) => {
      const shares = account
        .selectFrom('patientShares')
        .innerJoin('patients', 'patients.id', 'patientShares.patientID');
      return account.or([
        account(
          'accounts.id',
          'in',
          shares.select('patientShares.doctorID').where('patients.doctorID', '=', doctorID),
        ),
        account(
          'accounts.id',
          'in',
          shares.select('patients.doctorID').where('patientShares.doctorID', '=', doctorID),
        ),
      ]);
    })
    .orderBy(byName)
    .orderBy('accounts.id')
    .execute();

export const listSharesOf = (db: Tx, patientID: number) =>
  db
    .selectFrom('patientShares')
    .innerJoin('accounts', 'accounts.id', 'patientShares.doctorID')
    .select(['accounts.id', 'accounts.name'])
    .where('patientShares.patientID', '=', patientID)
    .orderBy(byName)
    .orderBy('accounts.id')
    .execute();

/** Since when each of these patients has been shared with the doctor, by the patient's id. */
export const listSharedSince = async (db: Tx, doctorID: number, patientIDs: number[]) => {
  const rows = await db
    .selectFrom('patientShares')
    .select(['patientID', 'createdAt'])
    .where('doctorID', '=', doctorID)
    .where(sql<boolean>`patient_id = any(${patientIDs}::bigint[])`)
    .execute();
  return new Map(rows.map(({ patientID, createdAt }) => [patientID, createdAt]));
};

/** The doctor with whom the patient is shared; undefined if there is no share or the account is disabled. */
export const findShareHolder = (db: Tx, patientID: number, doctorID: number) =>
  db
    .selectFrom('patientShares')
    .innerJoin('accounts', 'accounts.id', 'patientShares.doctorID')
    .select(['accounts.id', 'accounts.name', 'accounts.email'])
    .where('patientShares.patientID', '=', patientID)
    .where('patientShares.doctorID', '=', doctorID)
    .where('accounts.disabledAt', 'is', null)
    .executeTakeFirst();

export const listOpenRequests = (db: Tx, patientID: number) =>
  db
    .selectFrom('accessRequests')
    .innerJoin('accounts', 'accounts.id', 'accessRequests.doctorID')
    .select(['accounts.id', 'accounts.name', 'accessRequests.requestedAt'])
    .where('accessRequests.patientID', '=', patientID)
    .where('accessRequests.declinedAt', 'is', null)
    .where('accounts.disabledAt', 'is', null)
    .orderBy('accessRequests.requestedAt')
    .orderBy('accounts.id')
    .execute();

/** False if the share existed already. */
export const insertShare = async (db: Tx, patientID: number, doctorID: number, createdAt: Date) => {
  const inserted = await db
    .insertInto('patientShares')
    .values({ patientID, doctorID, createdAt })
    .onConflict((existing) => existing.doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
};

export const deleteShare = async (db: Tx, patientID: number, doctorID: number): Promise<boolean> => {
  const deleted = await db
    .deleteFrom('patientShares')
    .where('patientID', '=', patientID)
    .where('doctorID', '=', doctorID)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
};

const request = (db: Tx, patientID: number, doctorID: number) =>
  db
    .selectFrom('accessRequests')
    .select(['requestedAt', 'declinedAt'])
    .where('patientID', '=', patientID)
    .where('doctorID', '=', doctorID);

export const findRequest = (db: Tx, patientID: number, doctorID: number) =>
  request(db, patientID, doctorID).executeTakeFirst();

export const lockRequest = (db: Tx, patientID: number, doctorID: number) =>
  request(db, patientID, doctorID).forUpdate().executeTakeFirst();

/** Whether a doctor has requested access to any patient of this owner, also if it was declined. */
export const hasRequestedAccess = async (db: Tx, ownerID: number, doctorID: number): Promise<boolean> =>
  (await db
    .selectFrom('accessRequests')
    .innerJoin('patients', 'patients.id', 'accessRequests.patientID')
    .select('accessRequests.doctorID')
    .where('patients.doctorID', '=', ownerID)
    .where('accessRequests.doctorID', '=', doctorID)
    .executeTakeFirst()) !== undefined;

/** True if the owner should get a letter: the request is new, or its last letter was sent before `mailedBefore`. */
export const upsertRequest = async (
  db: Tx,
  {
    patientID,
    doctorID,
    now,
    mailedBefore,
  }: { patientID: number; doctorID: number; now: Date; mailedBefore: Date },
): Promise<boolean> => {
  const upserted = await db
    .insertInto('accessRequests')
    .values({ patientID, doctorID, requestedAt: now, mailedAt: now })
    .onConflict((existing) =>
      existing
        .columns(['patientID', 'doctorID'])
        .doUpdateSet({ requestedAt: now, mailedAt: now, declinedAt: null })
        .where('accessRequests.mailedAt', '<', mailedBefore),
    )
    .executeTakeFirst();
  return (upserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
};

export const deleteRequest = async (db: Tx, patientID: number, doctorID: number): Promise<void> => {
  await db
    .deleteFrom('accessRequests')
    .where('patientID', '=', patientID)
    .where('doctorID', '=', doctorID)
    .execute();
};

/** False if there is no open request. */
export const declineRequest = async (db: Tx, patientID: number, doctorID: number, declinedAt: Date) => {
  const declined = await db
    .updateTable('accessRequests')
    .set({ declinedAt })
    .where('patientID', '=', patientID)
    .where('doctorID', '=', doctorID)
    .where('declinedAt', 'is', null)
    .executeTakeFirst();
  return declined.numUpdatedRows > 0n;
};
