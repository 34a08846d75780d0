import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/client.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import { visibleBookings, visibleReferrals } from '../../../platform/access/visible.ts';
import { type BookingRow, listBookingsByID } from './booking-queries.ts';

export type View = 'upcoming' | 'past';

/** A booking is upcoming as long as the patient may still come. */
const bookingsOf = (db: Tx, who: Actor, view: View, now: Date) => {
  const upcoming = sql<boolean>`(bookings.status = 'booked' and bookings.ends_at > ${now})`;
  return db
    .selectFrom('bookings')
    .where(visibleBookings(who))
    .where(view === 'upcoming' ? upcoming : sql<boolean>`not ${upcoming}`);
};

/** One page: upcoming bookings, the earliest first, or past ones, the latest first. */
export const listOwnBookings = async (
  db: Tx,
  who: Actor,
  view: View,
  { now, offset, limit }: { now: Date; offset: number; limit: number },
): Promise<{ rows: BookingRow[]; total: number }> => {
  const direction = view === 'upcoming' ? 'asc' : 'desc';
  const [page, { total }] = await Promise.all([
    bookingsOf(db, who, view, now)
      .select('bookings.id')
      .orderBy('bookings.beginsAt', direction)
      .orderBy('bookings.id', direction)
      .offset(offset)
      .limit(limit)
      .execute(),
    bookingsOf(db, who, view, now)
      .select((booking) => booking.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  const ids = page.map(({ id }) => id);
  const rows = await listBookingsByID(db, who, ids);
  return { rows: rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)), total };
};

export interface ReferralOfBooking {
  uuid: string;
  number: number;
  status: string;
}

/** The newest referral of each of these bookings that was not withdrawn; none for actors who see no referrals. */
export const findReferralsOf = async (
  db: Tx,
  who: Actor,
  bookingIDs: number[],
): Promise<Map<number, ReferralOfBooking>> => {
  if (bookingIDs.length === 0) return new Map();
  const rows = await db
    .selectFrom('referrals')
    .select(['bookingID', 'uuid', 'number', 'status'])
    .where('bookingID', 'in', bookingIDs)
    .where('status', '<>', 'withdrawn')
    .where(visibleReferrals(who))
    .orderBy('number')
    .execute();
  return new Map(rows.flatMap(({ bookingID, ...one }) => (bookingID === null ? [] : [[bookingID, one]])));
};

/** The booking that a request has made; undefined for a new request. */
export const findBookingOfRequest = (tx: Tx, who: Actor, requestUUID: string) =>
  tx
    .selectFrom('bookings')
    .select('id')
    .where('requestUUID', '=', requestUUID)
    .where(visibleBookings(who))
    .executeTakeFirst();
