import { z } from 'zod';
import { Email, Id, NoContent } from '../values/fields.ts';

const OneBooking = z.object({ bookingID: Id });

/** Without an address, the patient gets text messages, if the portal sends them. It is only stored with the consent. */
const PatientEmail = z
  .union([z.literal(''), Email])
  .nullish()
  .transform((email) => email || null);

/** The consent of a patient to the confirmation and the reminder of one booking. */
const ReminderConsent = z.object({ agreed: z.boolean(), patientEmail: PatientEmail });

/** The consent as part of a new booking. */
export const consentFields = { patientEmail: PatientEmail, reminderAgreed: z.boolean().default(false) };

export const setReminder = {
  method: 'PUT',
  url: '/assistant/schedule/bookings/:bookingID/reminder',
  access: { assistant: 'booking' },
  schema: {
    summary:
      'Record that the patient agrees to messages about the booking, which is then confirmed at once; or withdraw the consent, which deletes messages that wait. 429 after three different addresses',
    params: OneBooking,
    body: ReminderConsent,
    response: { 204: NoContent },
  },
} as const;

export const setOwnReminder = {
  method: 'PUT',
  url: '/doctor/schedule/bookings/:bookingID/reminder',
  access: { doctor: 'everyone' },
  schema: {
    summary: 'The same for a booking of the client',
    params: OneBooking,
    body: ReminderConsent,
    response: { 204: NoContent },
  },
} as const;
