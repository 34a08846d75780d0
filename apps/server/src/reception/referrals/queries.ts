import { PAGE_SIZE } from '@snimok/contract/values/fields';
import type { ReferralState } from '@snimok/contract/reception/referrals';
import type { StudyType } from '@snimok/contract/studies/study-types';
import { type Expression, expressionBuilder, type Insertable, sql, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/access/actor.ts';
import { visibleReferrals, visibleStudies } from '../../platform/access/visible.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/schema.ts';
import { notFound } from '../../platform/errors/errors.ts';
import { EXAMINED_COLUMNS } from '../../studies/studies/study-rows/examined-at.ts';
import { inState as isStudyIn } from '../../studies/studies/study-rows/study-state.ts';
import { sentences } from './sentences.ts';

type NewReferral = Insertable<Database['referrals']>;

const everyReferral = (db: Tx) =>
  db
    .selectFrom('referrals')
    .innerJoin('accounts as client', 'client.id', 'referrals.doctorID')
    .innerJoin('accounts as sender', 'sender.id', 'referrals.creatorID')
    .leftJoin('accounts as decider', 'decider.id', 'referrals.decidedBy')
    .leftJoin('studies', 'studies.id', 'referrals.studyID')
    .selectAll('referrals')
    .select([
      'client.name as doctorName',
      'sender.name as senderName',
      'decider.name as deciderName',
      // the instant of the first publication, also for a study that is archived or being restored
      'studies.doneAt',
      'studies.deletedAt as studyDeletedAt',
    ]);

const referrals = (db: Tx, who: Actor) => everyReferral(db).where(visibleReferrals(who));

export type ReferralRow = Awaited<ReturnType<typeof findReferral>>;

export const findReferral = (db: Tx, who: Actor, referralUUID: string) =>
  referrals(db, who)
    .where('referrals.uuid', '=', referralUUID)
    .executeTakeFirstOrThrow(() => notFound(sentences.noReferral));

/** Locks the row, so that decisions about a referral are serialised. */
export const lockReferral = async (tx: Tx, referralUUID: string): Promise<void> => {
  await tx.selectFrom('referrals').select('uuid').where('uuid', '=', referralUUID).forUpdate().execute();
};

const inState = (state: ReferralState): Expression<SqlBool> => {
  const referral = expressionBuilder<Database, 'referrals' | 'studies'>();
  switch (state) {
    case 'accepted':
      return referral.and([
        referral('referrals.status', '=', 'accepted'),
        referral('studies.doneAt', 'is', null),
      ]);
    case 'done':
      return referral.and([
        referral('referrals.status', '=', 'accepted'),
        referral('studies.doneAt', 'is not', null),
      ]);
    default:
      return referral('referrals.status', '=', state);
  }
};

/** The centre's list begins with the referrals that wait; a client's list is in order of time. */
export const listReferralsPage = async (
  db: Tx,
  who: Actor,
  {
    offset,
    state,
    waitingFirst,
  }: { offset: number; state?: ReferralState | undefined; waitingFirst: boolean },
) => {
  const isListed = state ? inState(state) : sql.lit(true);
  const rows = await referrals(db, who)
    .where(isListed)
    .$if(waitingFirst, (query) => query.orderBy('referrals.rank'))
    .orderBy('referrals.createdAt', 'desc')
    .orderBy('referrals.uuid')
    .offset(offset)
    .limit(PAGE_SIZE)
    .execute();
  // counted without the joins of the names, which take longer than the count itself
  const { total } = await db
    .selectFrom('referrals')
    .leftJoin('studies', 'studies.id', 'referrals.studyID')
    .select((referral) => referral.fn.countAll<number>().as('total'))
    .where(visibleReferrals(who))
    .where(isListed)
    .executeTakeFirstOrThrow();
  return { rows, totalCount: total };
};

export const countWaiting = async (db: Tx, who: Actor): Promise<number> => {
  const { total } = await db
    .selectFrom('referrals')
    .select((referral) => referral.fn.countAll<number>().as('total'))
    .where('referrals.status', '=', 'sent')
    .where('referrals.rank', '<', 2)
    .where(visibleReferrals(who))
    .executeTakeFirstOrThrow();
  return total;
};

/** The referrals of the patient's studies that the actor sees, of all clients. */
export const listReferralsOfPatient = (db: Tx, who: Actor, patientID: number) =>
  everyReferral(db)
    .where('studies.patientID', '=', patientID)
    .where(visibleStudies(who))
    .orderBy('referrals.createdAt', 'desc')
    .orderBy('referrals.uuid')
    .execute();

/** The clinical question of the referral by which the study was made; empty without one. */
export const findQuestionOfStudy = async (db: Tx, studyID: number): Promise<string> => {
  const referral = await db
    .selectFrom('referrals')
    .select('question')
    .where('studyID', '=', studyID)
    .orderBy('createdAt', 'desc')
    .orderBy('uuid')
    .executeTakeFirst();
  return referral?.question ?? '';
};

/** Locks the client's account row, so that concurrent requests count the client's waiting referrals one after the other. */
export const lockReferralsOf = async (tx: Tx, doctorID: number): Promise<void> => {
  await tx.selectFrom('accounts').select('id').where('id', '=', doctorID).forNoKeyUpdate().execute();
};

export type SentReferral = NonNullable<Awaited<ReturnType<typeof findSent>>>;

/** Finds the referral of any client; undefined if the id is new. */
export const findSent = (db: Tx, referralUUID: string) =>
  db.selectFrom('referrals').selectAll().where('uuid', '=', referralUUID).executeTakeFirst();

export const insertReferral = async (tx: Tx, referral: NewReferral): Promise<void> => {
  await tx.insertInto('referrals').values(referral).execute();
};

/** The study if it has this type, is not deleted and belongs to no other accepted referral; otherwise null. */
export const findUnreferred = async (
  tx: Tx,
  who: Actor,
  { studyID, studyType }: { studyID: number | null; studyType: StudyType },
): Promise<number | null> => {
  if (studyID === null) return null;
  const found = await tx
    .selectFrom('studies')
    .select('studies.id')
    .where('studies.id', '=', studyID)
    .where('studies.type', '=', studyType)
    .where(visibleStudies(who))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('referrals').select('referrals.uuid').whereRef('referrals.studyID', '=', 'studies.id'),
        ),
      ),
    )
    .executeTakeFirst();
  return found?.id ?? null;
};

interface Decision {
  status: 'accepted' | 'declined' | 'withdrawn';
  decidedBy: number;
  decidedAt: Date;
  reason?: string;
  patientID?: number;
  studyID?: number;
}

export const updateDecision = async (tx: Tx, referralUUID: string, decision: Decision): Promise<void> => {
  await tx.updateTable('referrals').set(decision).where('uuid', '=', referralUUID).execute();
};

export const updateBooking = async (tx: Tx, referralUUID: string, bookingID: number): Promise<void> => {
  await tx.updateTable('referrals').set({ bookingID }).where('uuid', '=', referralUUID).execute();
};

/** The preparation that the centre asks for at present. */
export const findPreparation = async (db: Tx, examinationID: number): Promise<string> => {
  const { preparation } = await db
    .selectFrom('examinations')
    .select('preparation')
    .where('id', '=', examinationID)
    .executeTakeFirstOrThrow();
  return preparation;
};

export const listDoctorNamesByID = (db: Tx, doctorIDs: readonly number[]) =>
  doctorIDs.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('accounts')
        .select(['id', 'name'])
        .where('id', 'in', doctorIDs)
        .where('role', '=', 'doctor')
        .orderBy('name')
        .execute();

/** The accepted referrals of a published study whose recipients have no access yet, locked, each with the study's facts. */
export const lockReferralsToShare = (tx: Tx, studyID: number) =>
  tx
    .selectFrom('referrals')
    .innerJoin('studies', 'studies.id', 'referrals.studyID')
    .innerJoin('accounts as owner', 'owner.id', 'studies.doctorID')
    .select([
      'referrals.uuid',
      'referrals.creatorID',
      'referrals.doctorID as senderID',
      'referrals.recipientClients',
      'referrals.recipientEmails',
      'studies.patientID',
      'studies.doctorID',
      'studies.type',
      'studies.createdAt',
      ...EXAMINED_COLUMNS,
      'owner.name as doctorName',
    ])
    .select(isStudyIn('available').as('isOpen'))
    .where('referrals.studyID', '=', studyID)
    .where('referrals.status', '=', 'accepted')
    .where('referrals.sharedAt', 'is', null)
    .where('studies.doneAt', 'is not', null)
    .where('studies.deletedAt', 'is', null)
    .forUpdate('referrals')
    .execute();

export const updateShared = async (tx: Tx, referralUUID: string, sharedAt: Date): Promise<void> => {
  await tx.updateTable('referrals').set({ sharedAt }).where('uuid', '=', referralUUID).execute();
};
