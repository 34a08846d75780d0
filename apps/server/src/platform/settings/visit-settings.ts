import { count } from './setting-types.ts';

/** The settings of reminders to patients; there are none for the confirmation of a booking. */
export const visitSettings = {
  PATIENT_REMINDER_HOURS: count('24', 168),
};

export const visitsOf = (s: { PATIENT_REMINDER_HOURS: number }) => ({
  /** How long before the visit a patient is reminded. */
  patientReminderHours: s.PATIENT_REMINDER_HOURS,
});
