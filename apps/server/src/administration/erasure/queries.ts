import { ERASURE_REQUEST_DAYS } from '@snimok/contract/administration/erasures';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';
import { notFound } from '../../platform/errors/errors.ts';
import { erasureSentences } from '../../people/patients/erasure-sentences.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';
import type { StudyTrace } from '../../studies/lifecycle/erase-study.ts';

/** The steps of a running erasure, in this order. */
export const STEPS = ['list', 'texts', 'rows', 'objects'] as const;
export type Step = (typeof STEPS)[number];

const selectErasures = (db: Tx) =>
  db
    .selectFrom('erasures')
    .leftJoin('patients', (join) =>
      join
        .onRef('patients.id', '=', 'erasures.patientID')
        .onRef('patients.createdAt', '=', 'erasures.patientCreatedAt'),
    )
    .leftJoin('accounts as client', 'client.id', 'erasures.doctorID')
    .leftJoin('accounts as requester', 'requester.id', 'erasures.requestedBy')
    .leftJoin('accounts as decider', 'decider.id', 'erasures.decidedBy')
    .select([
      'erasures.uuid',
      'erasures.patientID',
      'erasures.reason',
      'erasures.status',
      'erasures.requestedBy as requesterID',
      'erasures.requestedAt',
      'erasures.expiresAt',
      'erasures.eraseAt',
      'erasures.decidedAt',
      'erasures.finishedAt',
      'erasures.counts',
      'patients.name as patientName',
      'patients.birthday',
      'client.name as doctorName',
      'requester.name as requestedBy',
      'decider.name as decidedBy',
    ])
    .select((erasure) => [
      erasure
        .selectFrom('studies')
        .select((study) => study.fn.countAll<number>().as('count'))
        .whereRef('studies.patientID', '=', 'patients.id')
        .as('studiesCount'),
      erasure
        .selectFrom('studies as own')
        .innerJoin('studies as other', 'other.objectID', 'own.objectID')
        .select(sql<number>`count(distinct other.patient_id)`.as('count'))
        .whereRef('own.patientID', '=', 'patients.id')
        .whereRef('other.patientID', '!=', 'patients.id')
        .as('copiesCount'),
    ]);

export type ErasureRow = Awaited<ReturnType<typeof listErasuresPage>>['rows'][number];

export const listErasuresPage = async (db: Tx, offset: number, limit: number) => {
  const [rows, { total }] = await Promise.all([
    selectErasures(db)
      .orderBy(sql`erasures.status not in ('requested', 'running')`)
      .orderBy('erasures.requestedAt', 'desc')
      .orderBy('erasures.uuid')
      .offset(offset)
      .limit(limit)
      .execute(),
    db
      .selectFrom('erasures')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, totalCount: total };
};

/** Requests that this account may decide on. */
export const countWaiting = async (db: Tx, accountID: number, now: Date): Promise<number> => {
  const { waiting } = await db
    .selectFrom('erasures')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('status', '=', 'requested')
    .where('eraseAt', 'is', null)
    .where('expiresAt', '>', now)
    .where('requestedBy', 'is distinct from', accountID)
    .executeTakeFirstOrThrow();
  return waiting;
};

interface NewErasure {
  patientID: number;
  /** as text, because a Date has no microseconds */
  patientCreatedAt: string;
  doctorID: number;
  reason: string;
  requestedBy: number;
  requestedAt: Date;
  expiresAt: Date;
}

/** Undefined if the patient has an open request. */
export const insertErasure = (tx: Tx, erasure: NewErasure) =>
  tx
    .insertInto('erasures')
    .values(erasure)
    .onConflict((open) =>
      open.column('patientID').where('status', 'in', ['requested', 'running']).doNothing(),
    )
    .returning('uuid')
    .executeTakeFirst();

/** Locks the row until the end of the transaction. */
export const lockErasure = (tx: Tx, uuid: string) =>
  tx
    .selectFrom('erasures')
    .selectAll()
    .where('uuid', '=', uuid)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound(erasureSentences.noErasure));

export const findErasure = (db: Tx, uuid: string) =>
  db.selectFrom('erasures').selectAll().where('uuid', '=', uuid).executeTakeFirst();

export type Erasure = NonNullable<Awaited<ReturnType<typeof findErasure>>>;

/** Ends a request without an erasure. The reason is deleted, because it may name the patient. */
export const closeRequest = async (
  tx: Tx,
  uuid: string,
  {
    status,
    decidedBy,
    now,
  }: { status: 'refused' | 'withdrawn' | 'expired'; decidedBy: number | null; now: Date },
): Promise<void> => {
  await tx
    .updateTable('erasures')
    .set({ status, decidedBy, decidedAt: now, finishedAt: now, reason: '' })
    .where('uuid', '=', uuid)
    .execute();
};

/** Sets open requests whose `expiresAt` has passed to `expired`; returns them. */
export const expireRequests = (tx: Tx, now: Date) =>
  tx
    .updateTable('erasures')
    .set({ status: 'expired', finishedAt: now, reason: '' })
    .where('status', '=', 'requested')
    .where('eraseAt', 'is', null)
    .where('expiresAt', '<=', now)
    .returning(['uuid', 'patientID', 'doctorID'])
    .execute();

export const updateConfirmed = async (
  tx: Tx,
  uuid: string,
  confirmed: { decidedBy: number; decidedAt: Date; eraseAt: Date },
): Promise<void> => {
  // versions of the portal without the delay expire a request at `expiresAt`
  const expiresAt = after(confirmed.eraseAt, ERASURE_REQUEST_DAYS * DAY_MS);
  await tx
    .updateTable('erasures')
    .set({ ...confirmed, expiresAt })
    .where('uuid', '=', uuid)
    .execute();
};

export const updateBegun = async (tx: Tx, uuid: string): Promise<void> => {
  await tx
    .updateTable('erasures')
    .set({ status: 'running', step: STEPS[0] })
    .where('uuid', '=', uuid)
    .execute();
};

/** How many erasures were confirmed after `since` and not stopped. */
export const countConfirmed = async (tx: Tx, since: Date): Promise<number> => {
  const { confirmed } = await tx
    .selectFrom('erasures')
    .select(({ fn }) => fn.countAll<number>().as('confirmed'))
    .where('decidedAt', '>', since)
    .where((erasure) =>
      erasure.or([
        erasure('status', 'in', ['running', 'done']),
        erasure.and([erasure('status', '=', 'requested'), erasure('eraseAt', 'is not', null)]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return confirmed;
};

/** The event of the history that recorded the request; it orders the request and changes of rights. */
export const findRequestEvent = async (db: Tx, { uuid, patientID }: { uuid: string; patientID: number }) => {
  const event = await db
    .selectFrom('auditEvents')
    .select('id')
    .where('patientID', '=', patientID)
    .where('action', '=', 'erasure.request')
    .where(sql<boolean>`details ->> 'erasureUUID' = ${uuid}`)
    .executeTakeFirst();
  return event?.id;
};

/** Numbers of deleted things by kind. */
export type Counts = Record<string, number>;

/** Adds to the counts and sets the next step, if given. */
export const updateProgress = async (
  tx: Tx,
  uuid: string,
  { counts = {}, step }: { counts?: Counts; step?: Step },
): Promise<void> => {
  for (const [kind, count] of Object.entries(counts)) {
    await sql`
      update erasures set counts = jsonb_set(counts, array[${kind}::text],
        to_jsonb(coalesce((counts ->> ${kind}::text)::int, 0) + ${count}::int))
      where uuid = ${uuid}`.execute(tx);
  }
  if (step) await tx.updateTable('erasures').set({ step }).where('uuid', '=', uuid).execute();
};

export const updateFinished = async (tx: Tx, uuid: string, now: Date): Promise<void> => {
  await tx
    .updateTable('erasures')
    .set({ status: 'done', step: null, finishedAt: now, reason: '' })
    .where('uuid', '=', uuid)
    .execute();
};

/** Adds the keys to the known keys of the object. */
export const insertTrace = async (
  tx: Tx,
  erasureUUID: string,
  { objectID, warm, cold = [] }: StudyTrace & { cold?: string[] },
): Promise<void> => {
  await sql`
    insert into erasure_objects (erasure_uuid, object_id, warm, cold)
    values (${erasureUUID}, ${objectID}, ${warm}::text[], ${cold}::text[])
    on conflict (erasure_uuid, object_id) do update
      set warm = erasure_objects.warm || excluded.warm, cold = erasure_objects.cold || excluded.cold`.execute(
    tx,
  );
};

export const findTrace = (db: Tx, erasureUUID: string, objectID: string) =>
  db
    .selectFrom('erasureObjects')
    .select(['objectID', 'warm', 'cold'])
    .where('erasureUUID', '=', erasureUUID)
    .where('objectID', '=', objectID)
    .executeTakeFirst();

export const listTraceIDs = async (db: Tx, erasureUUID: string): Promise<string[]> => {
  const traces = db.selectFrom('erasureObjects').select('objectID').where('erasureUUID', '=', erasureUUID);
  return (await traces.orderBy('objectID').execute()).map(({ objectID }) => objectID);
};

export const deleteTrace = async (tx: Tx, erasureUUID: string, objectID: string): Promise<void> => {
  await tx
    .deleteFrom('erasureObjects')
    .where('erasureUUID', '=', erasureUUID)
    .where('objectID', '=', objectID)
    .execute();
};
