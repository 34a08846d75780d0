import type { Actor } from '../../../platform/access/actor.ts';
import { visibleBookings } from '../../../platform/access/visible.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { notFound } from '../../../platform/errors/errors.ts';
import type { Price } from '../opening-hours/queries.ts';
import type { Slot } from '../opening-hours/slots.ts';
import { sentences } from '../sentences.ts';

export interface BookingFacts {
  doctorID: number | null;
  patientName: string;
  patientPhone: string;
  comment: string;
  patientID?: number | null;
  patientBirthday?: string | null;
  patientEmail?: string | null;
  reminderAgreedAt?: Date | null;
  requestUUID?: string | null;
  /** a study that was created before the arrival, so that the arrival creates none */
  studyID?: number | null;
  examinationID?: number | null;
  creatorID: number;
  createdAt: Date;
}

export interface ReservedSeat extends Slot {
  locationID: number;
  day: string;
  /** the seat: 1 to the capacity of the location, one for each patient at the same time */
  place: number;
}

const everyBooking = (db: Tx) =>
  db
    .selectFrom('bookings')
    .innerJoin('locations', 'locations.id', 'bookings.locationID')
    .innerJoin('accounts as creator', 'creator.id', 'bookings.creatorID')
    .leftJoin('accounts as doctor', 'doctor.id', 'bookings.doctorID')
    .leftJoin('studies as planned', (study) =>
      study.onRef('planned.id', '=', 'bookings.studyID').on('planned.deletedAt', 'is', null),
    )
    .leftJoin('examinations', 'examinations.id', 'bookings.examinationID')
    .selectAll('bookings')
    .select([
      'locations.name as locationName',
      'locations.address as locationAddress',
      'locations.preparation as locationPreparation',
      'locations.phones as locationPhones',
      'locations.hoursText as locationHours',
      'locations.licence as locationLicence',
      'examinations.name as examinationName',
      'examinations.studyType as examinationType',
      'planned.type as plannedType',
      'planned.doctorID as plannedDoctorID',
      'planned.patientID as plannedPatientID',
      'creator.name as creatorName',
      'doctor.name as doctorName',
      'doctor.email as doctorEmail',
      'doctor.disabledAt as doctorDisabledAt',
    ])
    // only this module writes the column, after validation by the contract
    .select((booking) => booking.ref('locations.prices').$castTo<Price[]>().as('locationPrices'));

const bookings = (db: Tx, who: Actor) => everyBooking(db).where(visibleBookings(who));

export type BookingRow = Awaited<ReturnType<typeof findBooking>>;

export const findBooking = (db: Tx, who: Actor, bookingID: number) =>
  bookings(db, who)
    .where('bookings.id', '=', bookingID)
    .executeTakeFirstOrThrow(() => notFound(sentences.noBooking));

/** For jobs, which have no actor; undefined if the booking was deleted. */
export const findBookingForJob = (db: Tx, bookingID: number) =>
  everyBooking(db).where('bookings.id', '=', bookingID).executeTakeFirst();

/** Locks the row, so that concurrent changes of a booking are serialised. */
export const lockBooking = async (tx: Tx, bookingID: number): Promise<void> => {
  await tx.selectFrom('bookings').select('id').where('id', '=', bookingID).forUpdate().execute();
};

/** All bookings from one day to another, cancelled ones included. */
export const listBookings = (db: Tx, who: Actor, locationID: number, from: string, to: string) =>
  bookings(db, who)
    .where('bookings.locationID', '=', locationID)
    .where('bookings.day', '>=', from)
    .where('bookings.day', '<=', to)
    .orderBy('bookings.day')
    .orderBy('bookings.beginsAt')
    .orderBy('bookings.place')
    .orderBy('bookings.id')
    .execute();

/** Bookings of a day in all locations whose patients have not been marked as arrived. */
export const listExpectedBookings = (db: Tx, who: Actor, day: string, limit: number) =>
  bookings(db, who)
    .select(({ exists, selectFrom }) =>
      // whether the planned study has uploads
      exists(selectFrom('uploads').select('uploads.uuid').whereRef('uploads.studyID', '=', 'planned.id'))
        .$castTo<boolean>()
        .as('hasFiles'),
    )
    .where('bookings.day', '=', day)
    .where('bookings.status', '=', 'booked')
    .orderBy('bookings.beginsAt')
    .orderBy('bookings.id')
    .limit(limit)
    .execute();

export const listBookingsByID = async (db: Tx, who: Actor, ids: number[]): Promise<BookingRow[]> =>
  ids.length === 0 ? [] : bookings(db, who).where('bookings.id', 'in', ids).execute();

/** The bookings of these seats that overlap a time and are not cancelled. */
export const listBookingsOfSeats = (
  db: Tx,
  who: Actor,
  locationID: number,
  { places, from, to }: { places: number[]; from: Date; to: Date },
) =>
  bookings(db, who)
    .where('bookings.locationID', '=', locationID)
    .where('bookings.place', 'in', places)
    .where('bookings.status', '<>', 'cancelled')
    .where('bookings.beginsAt', '<', to)
    .where('bookings.endsAt', '>', from)
    .orderBy('bookings.beginsAt')
    .orderBy('bookings.place')
    .execute();

/**
 * The seats at a location that bookings or closures take between two times. Checks no rights, because it returns no names
 * and free seats are the same for every actor.
 * @param except the id of a booking that is being moved
 */
export const listTakenSeats = async (
  db: Tx,
  locationID: number,
  { from, to }: { from: Date; to: Date },
  except = 0,
) => [
  ...(await db
    .selectFrom('bookings')
    .select(['place', 'beginsAt', 'endsAt'])
    .where('locationID', '=', locationID)
    .where('status', '<>', 'cancelled')
    .where('beginsAt', '<', to)
    .where('endsAt', '>', from)
    .where('id', '<>', except)
    .orderBy('beginsAt')
    .orderBy('place')
    .execute()),
  ...(await db
    .selectFrom('seatClosures')
    .innerJoin('locations', 'locations.id', 'seatClosures.locationID')
    .select(['place', 'beginsAt', 'endsAt'])
    .where('locationID', '=', locationID)
    // leaves out the closures of seats that were removed
    .whereRef('place', '<=', 'locations.capacity')
    .where('beginsAt', '<', to)
    .where('endsAt', '>', from)
    .orderBy('beginsAt')
    .orderBy('place')
    .execute()),
];

/** The newest booking that takes a seat of the location at this time; undefined if only closures take seats. */
export const findNewestBookingAt = (
  tx: Tx,
  locationID: number,
  { from, to, place }: { from: Date; to: Date; place: number | undefined },
) =>
  everyBooking(tx)
    .where('bookings.locationID', '=', locationID)
    .where('bookings.status', '<>', 'cancelled')
    .where('bookings.beginsAt', '<', to)
    .where('bookings.endsAt', '>', from)
    .$if(place !== undefined, (query) => query.where('bookings.place', '=', place!))
    .orderBy('bookings.createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Locks a doctor's account row, so that concurrent requests count her bookings one after the other. */
export const lockBookingsOf = async (tx: Tx, doctorID: number): Promise<void> => {
  await tx.selectFrom('accounts').select('id').where('id', '=', doctorID).forNoKeyUpdate().execute();
};

/** A doctor's bookings that are still to come. */
export const countOpenBookings = async (db: Tx, doctorID: number, now: Date): Promise<number> => {
  const { open } = await db
    .selectFrom('bookings')
    .select((booking) => booking.fn.countAll<number>().as('open'))
    .where('doctorID', '=', doctorID)
    .where('status', '=', 'booked')
    .where('beginsAt', '>', now)
    .executeTakeFirstOrThrow();
  return open;
};

export const insertBooking = (db: Tx, facts: BookingFacts, seat: ReservedSeat) =>
  db
    .insertInto('bookings')
    .values({ ...facts, ...seat })
    .returning('id')
    .executeTakeFirstOrThrow();

export const updateSeat = async (db: Tx, bookingID: number, seat: ReservedSeat): Promise<void> => {
  await db
    .updateTable('bookings')
    .set((booking) => ({ ...seat, moves: booking('moves', '+', 1), missedAt: null }))
    .where('id', '=', bookingID)
    .execute();
};

/** Changes the seat but not the time, which is not a move for the patient. */
export const updatePlace = async (db: Tx, bookingID: number, place: number): Promise<void> => {
  await db.updateTable('bookings').set({ place }).where('id', '=', bookingID).execute();
};

/** Two nulls withdraw the consent. With `forgetsMessages` the patient is informed of the same time again. */
export const updateReminderConsent = async (
  tx: Tx,
  bookingID: number,
  consent: { patientEmail: string | null; reminderAgreedAt: Date | null },
  { forgetsMessages }: { forgetsMessages: boolean },
): Promise<void> => {
  await tx
    .updateTable('bookings')
    .set({ ...consent, ...(forgetsMessages && { remindedOf: null, informedOf: null, informedAt: null }) })
    .where('id', '=', bookingID)
    .execute();
};

export const updateCancelled = async (db: Tx, bookingID: number, cancelReason: string): Promise<void> => {
  await db
    .updateTable('bookings')
    .set({ status: 'cancelled', cancelReason })
    .where('id', '=', bookingID)
    .execute();
};

/** Records that the patient did not come; null deletes the record. */
export const updateMissed = async (db: Tx, bookingID: number, missedAt: Date | null): Promise<void> => {
  await db.updateTable('bookings').set({ missedAt }).where('id', '=', bookingID).execute();
};

export const updateArrived = async (
  db: Tx,
  bookingID: number,
  result: { doctorID: number; patientID: number; studyID: number },
): Promise<void> => {
  await db
    .updateTable('bookings')
    .set({ status: 'come', missedAt: null, ...result })
    .where('id', '=', bookingID)
    .execute();
};

/**
 * Records the study that was created before the arrival, so that the arrival creates none. False if the booking is not open
 * or already has such a study.
 */
export const updatePlannedStudy = async (
  tx: Tx,
  bookingID: number,
  { patientID, studyID }: { patientID: number; studyID: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('bookings')
    .set({ patientID, studyID })
    .where('id', '=', bookingID)
    .where('status', '=', 'booked')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('studies')
            .select('studies.id')
            .whereRef('studies.id', '=', 'bookings.studyID')
            .where('studies.deletedAt', 'is', null),
        ),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** What X-ray machines do for the patient of a booking. False if nothing changed. */
export const updateBookingAcquisition = async (
  tx: Tx,
  bookingID: number,
  acquisition: string,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('bookings')
    .set({ acquisition })
    .where('id', '=', bookingID)
    .where('acquisition', 'is distinct from', acquisition)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
