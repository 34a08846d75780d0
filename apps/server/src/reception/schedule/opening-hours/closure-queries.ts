import type { Tx } from '../../../platform/db/client.ts';
import type { LocationRow } from './queries.ts';

interface ClosureFacts {
  locationID: number;
  place: number;
  beginsAt: Date;
  endsAt: Date;
  reason: string;
  creatorID: number;
  createdAt: Date;
}

export type ClosureRow = Awaited<ReturnType<typeof listClosures>>[number];

/** The closures at a location that overlap a time. The location was found with the actor's rights. */
export const listClosures = (
  db: Tx,
  { id }: Pick<LocationRow, 'id'>,
  { from, to }: { from: Date; to: Date },
) =>
  db
    .selectFrom('seatClosures')
    .innerJoin('accounts as creator', 'creator.id', 'seatClosures.creatorID')
    .select(['seatClosures.id', 'place', 'beginsAt', 'endsAt', 'reason', 'creator.name as creatorName'])
    .where('locationID', '=', id)
    .where('beginsAt', '<', to)
    .where('endsAt', '>', from)
    .orderBy('beginsAt')
    .orderBy('place')
    .execute();

export const findClosure = (db: Tx, closureID: number) =>
  db.selectFrom('seatClosures').selectAll().where('id', '=', closureID).executeTakeFirst();

export const insertClosures = async (db: Tx, closures: ClosureFacts[]): Promise<void> => {
  await db.insertInto('seatClosures').values(closures).execute();
};

export const deleteClosure = async (db: Tx, closureID: number): Promise<void> => {
  await db.deleteFrom('seatClosures').where('id', '=', closureID).execute();
};
