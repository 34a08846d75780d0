import { z } from 'zod';
import { Email, Id, NoContent } from './fields.ts';

const OneBooking = z.object({ bookingID: Id });

/** The consent of a patient to reminders of one booking. */
const ReminderConsent = z.object({
  agreed: z.boolean(),
  /** without it, the reminder is a text message, where the portal sends them; kept only with the consent */
  patientEmail: z
    .union([z.literal(''), Email])
    .nullish()
    .transform((email) => email || null),
});

export const setReminder = {
  method: 'PUT',
  url: '/assistant/schedule/bookings/:bookingID/reminder',
  access: { assistant: 'booking' },
  schema: {
    summary:
      'The patient agrees to reminders of the booking or withdraws the consent, which stops messages that wait. 429 after three different addresses',
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
