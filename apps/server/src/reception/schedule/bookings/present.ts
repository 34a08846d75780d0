import { createHash } from 'node:crypto';
import type { Booking, BookingStatus } from '@snimok/contract/reception/schedule';
import type { StepStatus } from '@snimok/contract/studies/studies';
import type { z } from 'zod';
import { presentLetter } from '../../../platform/letters/present.ts';
import type { LetterRow } from '../../../platform/letters/queries.ts';
import { bookableDays } from '../../../people/web-app-settings/bookable-days.ts';
import type { BookingRow } from '../booking-rows/booking-queries.ts';
import type { ReferralOfBooking } from '../booking-rows/own-booking-queries.ts';
import type { ClosureRow } from '../opening-hours/closure-queries.ts';
import type { MessageToPatient } from '../reminders-and-letters/patient-messages.ts';
import type { LocationRow, Price } from '../opening-hours/queries.ts';
import type { listHolidays } from '../opening-hours/special-days.ts';
import { freeSeats, type Interval, type Slot } from '../opening-hours/slots.ts';

/** The revision of the facts that an edit of the location replaces, so that edits do not overwrite each other. */
export const revisionOf = ({ id: _, archivedAt: __, ...facts }: LocationRow): string =>
  createHash('sha256').update(JSON.stringify(facts)).digest('base64url');

export const presentLocation = (location: LocationRow, specialDays: { day: string; hours: Interval[] }[]) => {
  const { id, archivedAt, ...facts } = location;
  return {
    locationID: id,
    ...facts,
    archived: archivedAt !== null,
    revision: revisionOf(location),
    specialDays: specialDays.map(({ day, hours }) => ({ date: day, hours })),
  };
};

/** A location as its clients see it when they book. */
export const presentOpenLocation = (
  { id, name, address, prices, preparation, ...window }: LocationRow,
  { timeZone, now, shown }: { timeZone: string; now: Date; shown: (prices: Price[]) => Price[] },
) => {
  const { first, last } = bookableDays(window, timeZone, now);
  return {
    locationID: id,
    name,
    address,
    firstDate: first,
    lastDate: last,
    prices: shown(prices),
    preparation,
  };
};

export const presentHoliday = ({
  id,
  firstDay,
  lastDay,
  ...facts
}: Awaited<ReturnType<typeof listHolidays>>[number]) => ({
  holidayID: id,
  firstDate: firstDay,
  lastDate: lastDay,
  ...facts,
});

export const presentClosure = ({ id, beginsAt, endsAt, ...facts }: ClosureRow) => ({
  closureID: id,
  beginsAt: beginsAt.toISOString(),
  endsAt: endsAt.toISOString(),
  ...facts,
});

export const presentFreeSlot = ({ slotUUID, beginsAt }: Slot) => ({
  slotUUID,
  beginHours: beginsAt.getUTCHours(),
  beginMinutes: beginsAt.getUTCMinutes(),
  beginsAt: beginsAt.toISOString(),
});

export const presentPlannedSlot = (
  slot: Slot,
  { taken, capacity, now }: { taken: Parameters<typeof freeSeats>[1]; capacity: number; now: Date },
) => ({
  slotUUID: slot.slotUUID,
  beginsAt: slot.beginsAt.toISOString(),
  endsAt: slot.endsAt.toISOString(),
  capacity,
  free: slot.endsAt <= now ? 0 : freeSeats(slot, taken, capacity).length,
});

/** Whether the patient has confirmed the present time, not a time before a move. */
export const isConfirmed = ({ confirmedFor, beginsAt }: Pick<BookingRow, 'confirmedFor' | 'beginsAt'>) =>
  confirmedFor?.getTime() === beginsAt.getTime();

const presentPlannedStudy = (booking: BookingRow): Pick<z.input<typeof Booking>, 'plannedStudy'> => {
  const { status, studyID, plannedDoctorID: doctorID, plannedPatientID: patientID } = booking;
  const { plannedType: type } = booking;
  if (status !== 'booked' || studyID === null || doctorID === null || patientID === null || type === null)
    return {};
  return { plannedStudy: { doctorID, patientID, studyID, type } };
};

const presentReferral = (
  referral: ReferralOfBooking | undefined,
): Pick<z.input<typeof Booking>, 'referral'> => {
  if (!referral) return {};
  const { uuid, number, status } = referral;
  return { referral: { referralUUID: uuid, number, waiting: status === 'sent' } };
};

interface PresentedWith {
  referral?: ReferralOfBooking | undefined;
  /** the newest message to the patient; undefined if it was not queried */
  message?: MessageToPatient | null;
}

export const presentBooking = (
  booking: BookingRow,
  letter: LetterRow | undefined,
  { referral, message }: PresentedWith = {},
): z.input<typeof Booking> => ({
  bookingID: booking.id,
  locationID: booking.locationID,
  locationName: booking.locationName,
  place: booking.place,
  date: booking.day,
  slotUUID: booking.slotUUID,
  beginsAt: booking.beginsAt.toISOString(),
  endsAt: booking.endsAt.toISOString(),
  status: booking.status as z.infer<typeof BookingStatus>,
  patientName: booking.patientName,
  patientPhone: booking.patientPhone,
  patientBirthday: booking.patientBirthday,
  studyComment: booking.comment,
  examination: booking.examinationName,
  doctorID: booking.doctorID,
  doctorName: booking.doctorName,
  creatorName: booking.creatorName,
  cancelReason: booking.cancelReason,
  moved: booking.moves > 0,
  patientID: booking.patientID,
  studyID: booking.studyID,
  ...(booking.examinationType !== null && { studyType: booking.examinationType }),
  ...presentPlannedStudy(booking),
  ...presentReferral(referral),
  letter: presentLetter(letter),
  confirmed: isConfirmed(booking),
  reminder: { agreed: booking.reminderAgreedAt !== null, email: booking.patientEmail },
  ...(message !== undefined && { patientMessage: message }),
  ...(booking.status === 'booked' && booking.missedAt !== null && { missed: true }),
  ...(booking.status === 'booked' &&
    booking.acquisition !== null && { acquisition: booking.acquisition as z.infer<typeof StepStatus> }),
});
