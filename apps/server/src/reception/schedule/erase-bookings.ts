import { sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';
import { removeJob } from '../../platform/jobs/job-tables.ts';
import { reminderKeyOf } from './reminders-and-letters/letters.ts';
import { patientReminderKeyOf } from './reminders-and-letters/patient-reminders.ts';
import { publishBooking } from './booking-rows/publish-booking.ts';

interface PatientOfBookings {
  patientID: number;
  doctorID: number;
  name: string;
  phone: string | null;
}

/**
 * SQL: bookings that led to this card, and some bookings with the patient's name: those with the same phone number, and
 * those of the same client if none of its other patients has that name.
 */
const bookingsOf = ({ patientID, doctorID, name, phone }: PatientOfBookings) => sql`
  b.patient_id = ${patientID}
  or b.study_id in (select id from studies where patient_id = ${patientID})
  or (b.patient_name <> '' and b.patient_id is null and words_of(b.patient_name) = words_of(${name}) and (
    phone_digits(b.patient_phone) = nullif(phone_digits(${phone ?? ''}), '')
    or (b.doctor_id = ${doctorID} and not exists (
      select 1 from patients p
      where p.doctor_id = ${doctorID} and p.id <> ${patientID} and p.erasing_since is null and words_of(p.name) = words_of(${name})))))`;

/**
 * Deletes the patient's data from bookings. Cancels bookings that are still to come, so that their seats are free. Returns
 * the ids.
 */
export const eraseBookings = async (
  tx: Tx,
  patient: PatientOfBookings,
  cancelReason: string,
): Promise<number[]> => {
  const { rows } = await sql<{ id: number; doctorID: number | null }>`
    update bookings b set patient_name = '', patient_phone = '', comment = '', patient_birthday = null, patient_email = null,
      reminder_agreed_at = null, request_uuid = null, visit_token_hash = null, visit_token_sealed = null,
      status = case b.status when 'booked' then 'cancelled' else b.status end,
      cancel_reason = case b.status when 'booked' then ${cancelReason} else '' end
    where ${bookingsOf(patient)}
    returning b.id, b.doctor_id`.execute(tx);
  for (const booking of rows) {
    await removeJob(tx, reminderKeyOf(booking.id));
    await removeJob(tx, patientReminderKeyOf(booking.id));
    await publishBooking(tx, booking);
  }
  return rows.map(({ id }) => id);
};
