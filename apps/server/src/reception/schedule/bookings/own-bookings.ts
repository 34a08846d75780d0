import type { OwnBooking } from '@snimok/contract/reception/own-bookings';
import type { BookingStatus } from '@snimok/contract/reception/schedule';
import type { z } from 'zod';
import type { Actor } from '../../../platform/access/actor.ts';
import { authorize } from '../../../platform/access/rules.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { conflict } from '../../../platform/errors/errors.ts';
import type { CentreContacts } from '../../../platform/letterhead/letterhead.ts';
import { initialsOf } from '../../../platform/letters/initials.ts';
import { bookingCalendar } from '../../../platform/letters/booking-calendar.ts';
import { lockPatientOrKept } from '../../../people/patients/merged-patients.ts';
import { findPatient } from '../../../people/patients/queries.ts';
import type { BookingRow } from '../booking-rows/booking-queries.ts';
import type { ReferralOfBooking } from '../booking-rows/own-booking-queries.ts';
import { priceOf } from '../opening-hours/examinations.ts';
import { isInformed } from '../reminders-and-letters/next-message.ts';
import { isConfirmed } from './present.ts';
import { preparationOf } from '../reminders-and-letters/preparation.ts';
import { sentences } from '../sentences.ts';

/** The facts of the chosen card. Locks the card, so that the patient is not merged or erased meanwhile. */
export const lockCard = async (tx: Tx, who: Actor, patientID: number) => {
  const card = await findPatient(tx, who, await lockPatientOrKept(tx, patientID));
  authorize(who, 'patient.book', card);
  return {
    doctorID: card.doctorID,
    patientID: card.id,
    patientName: card.name,
    patientBirthday: card.birthday,
  };
};

/** Clients and patients change bookings only before the visit begins; the reception may also do so later. */
export const requireNotBegun = ({ beginsAt }: Pick<BookingRow, 'beginsAt'>, now: Date): void => {
  if (beginsAt <= now) throw conflict(sentences.over);
};

/** Each contact comes from the location if it has one, otherwise from the centre. */
export const contactsOf = (
  { locationPhones, locationHours, locationLicence }: BookingRow,
  centre: Pick<CentreContacts, 'phones' | 'hours' | 'licence'>,
) => ({
  phones: locationPhones.length > 0 ? locationPhones : centre.phones,
  hours: locationHours || centre.hours,
  licence: locationLicence || centre.licence,
});

interface Surroundings {
  now: Date;
  centre: CentreContacts;
  /** by the id of the booking */
  referrals: Map<number, ReferralOfBooking>;
}

export const presentOwnBooking = (
  booking: BookingRow,
  { now, centre, referrals }: Surroundings,
): z.input<typeof OwnBooking> => ({
  bookingID: booking.id,
  locationID: booking.locationID,
  locationName: booking.locationName,
  locationAddress: booking.locationAddress,
  date: booking.day,
  beginsAt: booking.beginsAt.toISOString(),
  endsAt: booking.endsAt.toISOString(),
  status: booking.status as z.infer<typeof BookingStatus>,
  patientName: booking.patientName,
  patientPhone: booking.patientPhone,
  patientID: booking.patientID,
  studyComment: booking.comment,
  examination: examinationOf(booking),
  cancelReason: booking.cancelReason,
  moved: booking.moves > 0,
  preparation: preparationOf(booking),
  contacts: contactsOf(booking, centre),
  referral: presentReferral(referrals.get(booking.id)),
  reminder: booking.reminderAgreedAt !== null,
  reminderEmail: booking.patientEmail,
  reminded: booking.remindedOf?.getTime() === booking.beginsAt.getTime(),
  informed: isInformed(booking),
  confirmed: isConfirmed(booking),
  can: { change: booking.status === 'booked' && booking.beginsAt > now },
});

const presentReferral = (referral: ReferralOfBooking | undefined) =>
  referral ? { referralUUID: referral.uuid, number: referral.number } : null;

const examinationOf = ({ examinationID, examinationName: name, locationPrices }: BookingRow) =>
  examinationID === null || name === null
    ? null
    : { examinationID, name, rubles: priceOf(locationPrices, examinationID) };

/** The calendar file of a booking for its client; the same event as in the letters. */
export const clientCalendar = (booking: BookingRow, publicURL: string, now: Date): string =>
  bookingCalendar({
    ...calendarFactsOf(booking, now),
    summary: `Исследование пациента ${initialsOf(booking.patientName)}`,
    url: `${publicURL}/doctor-area/schedule`,
  });

/** The calendar file for the patient. Other people may see the calendar, so it contains no name. */
export const patientCalendar = (booking: BookingRow, publicURL: string, now: Date): string =>
  bookingCalendar({
    ...calendarFactsOf(booking, now),
    summary: 'Исследование в диагностическом центре',
    url: publicURL,
  });

const calendarFactsOf = (booking: BookingRow, now: Date) => {
  const cancelled = booking.status === 'cancelled';
  return {
    bookingID: booking.id,
    cancelled,
    sequence: booking.moves + (cancelled ? 1 : 0),
    location: booking.locationName,
    address: booking.locationAddress,
    beginsAt: booking.beginsAt.toISOString(),
    endsAt: booking.endsAt.toISOString(),
    writtenAt: now.toISOString(),
  };
};
