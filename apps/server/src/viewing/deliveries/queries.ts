import { sql } from 'kysely';
import type { Actor } from '../../platform/access/actor.ts';
import { visibleDestinations, visibleStudies } from '../../platform/access/visible.ts';
import type { Tx } from '../../platform/db/client.ts';
import { notFound } from '../../platform/errors/errors.ts';
import { inState } from '../../studies/studies/study-rows/study-state.ts';
import { sentences } from './sentences.ts';

const selectDestinations = (db: Tx, who: Actor) =>
  db
    .selectFrom('destinations')
    .selectAll('destinations')
    .where('destinations.deletedAt', 'is', null)
    .where(visibleDestinations(who));

export const listDestinationsOf = (db: Tx, who: Actor, clientID: number) =>
  selectDestinations(db, who)
    .where('destinations.doctorID', '=', clientID)
    .orderBy('destinations.id')
    .execute();

export type DestinationRow = Awaited<ReturnType<typeof listDestinationsOf>>[number];

export const findDestination = (db: Tx, who: Actor, destinationID: number) =>
  selectDestinations(db, who)
    .where('destinations.id', '=', destinationID)
    .executeTakeFirstOrThrow(() => notFound(sentences.noDestination));

export const insertDestination = async (
  tx: Tx,
  destination: Omit<DestinationRow, 'id' | 'deletedAt'>,
): Promise<number> => {
  const { id } = await tx
    .insertInto('destinations')
    .values(destination)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

export const deleteDestinationRow = async (tx: Tx, id: number, deletedAt: Date): Promise<void> => {
  await tx.updateTable('destinations').set({ deletedAt }).where('id', '=', id).execute();
};

/** The destinations of a client, each with the delivery of this study. */
export const listDeliveriesOf = (db: Tx, who: Actor, clientID: number, studyID: number) =>
  selectDestinations(db, who)
    .leftJoin('deliveries', (on) =>
      on.onRef('deliveries.destinationID', '=', 'destinations.id').on('deliveries.studyID', '=', studyID),
    )
    .select(['deliveries.status', 'deliveries.reason', 'deliveries.finishedAt'])
    .where('destinations.doctorID', '=', clientID)
    .orderBy('destinations.id')
    .execute();

/** Queues a delivery, also one that has ended; one that is queued or being sent stays as it is. */
export const putDelivery = async (
  tx: Tx,
  { studyID, destinationID, requestedAt }: { studyID: number; destinationID: number; requestedAt: Date },
): Promise<void> => {
  const queued = {
    status: 'queued',
    reason: null,
    finishedAt: null,
    leasedUntil: null,
    grantID: null,
    requestedAt,
  };
  await tx
    .insertInto('deliveries')
    .values({ studyID, destinationID, ...queued })
    .onConflict((conflict) =>
      conflict
        .columns(['studyID', 'destinationID'])
        .doUpdateSet(queued)
        .where('deliveries.status', 'in', ['sent', 'failed']),
    )
    .execute();
};

/**
 * Queues the studies that a destination is to receive by itself and that were finished since it was added. Studies that
 * came back from the archive or were imported from an old one are not new and are left out. Writes nothing for studies that were queued before, because
 * a program that waits calls this every second.
 */
export const queueNewStudies = async (tx: Tx, clientID: number, requestedAt: Date): Promise<void> => {
  await sql`insert into deliveries (study_id, destination_id, status, requested_at)
    select studies.id, destinations.id, 'queued', ${requestedAt}
    from destinations join studies on studies.doctor_id = destinations.doctor_id
      and studies.type = any(destinations.automatic) and studies.done_at >= destinations.created_at
    where destinations.doctor_id = ${clientID} and destinations.deleted_at is null
      and ${inState('available')} and not studies.restored and not studies.is_silent and studies.deleted_at is null
      and not exists (select from deliveries
        where deliveries.study_id = studies.id and deliveries.destination_id = destinations.id)
    on conflict (study_id, destination_id) do nothing`.execute(tx);
};

interface Claim {
  grantID: number;
  now: Date;
  leasedUntil: Date;
}

/**
 * Gives the program the oldest study that waits, or that another program has not reported on in time. Another program
 * skips the row while this transaction runs, so no study is given to two programs.
 */
export const claimNext = async (tx: Tx, who: Actor, { grantID, now, leasedUntil }: Claim) => {
  const next = await tx
    .selectFrom('deliveries')
    .innerJoin('destinations', 'destinations.id', 'deliveries.destinationID')
    .innerJoin('studies', 'studies.id', 'deliveries.studyID')
    .select(['deliveries.id as deliveryID', 'deliveries.studyID', 'deliveries.destinationID'])
    .where((row) =>
      row.or([
        row('deliveries.status', '=', 'queued'),
        row.and([row('deliveries.status', '=', 'sending'), row('deliveries.leasedUntil', '<', now)]),
      ]),
    )
    .where(visibleDestinations(who))
    .where(visibleStudies(who))
    .where(inState('available'))
    .where('studies.objectID', 'is not', null)
    // one study at a time to each destination, so that a destination that does not answer delays the program only
    // once
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries as busy')
            .select('busy.id')
            .whereRef('busy.destinationID', '=', 'deliveries.destinationID')
            .where('busy.status', '=', 'sending')
            .where('busy.grantID', '=', grantID)
            .where('busy.leasedUntil', '>=', now),
        ),
      ),
    )
    .orderBy('deliveries.requestedAt')
    .orderBy('deliveries.id')
    .limit(1)
    .forUpdate('deliveries')
    .skipLocked()
    .executeTakeFirst();
  if (!next) return undefined;
  await tx
    .updateTable('deliveries')
    .set({ status: 'sending', grantID, leasedUntil, reason: null })
    .where('id', '=', next.deliveryID)
    .execute();
  return next;
};

/** Also finds a delivery whose study the program may no longer see; undefined if another program has it. */
export const findClaimed = (db: Tx, who: Actor, deliveryID: number, grantID: number) =>
  db
    .selectFrom('deliveries')
    .innerJoin('destinations', 'destinations.id', 'deliveries.destinationID')
    .select(['deliveries.id', 'deliveries.studyID'])
    .where('deliveries.id', '=', deliveryID)
    .where('deliveries.grantID', '=', grantID)
    .where('deliveries.status', '=', 'sending')
    .where(visibleDestinations(who))
    .executeTakeFirst();

export const updateDelivery = async (
  tx: Tx,
  { deliveryID, grantID }: { deliveryID: number; grantID: number },
  change: { status?: string; reason?: string | null; leasedUntil?: Date | null; finishedAt?: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('deliveries')
    .set(change)
    .where('id', '=', deliveryID)
    .where('grantID', '=', grantID)
    .where('status', '=', 'sending')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
