import { job } from '../../platform/jobs/jobs.ts';

/** A reminder to the patient. */
export const remindPatient = job<{ bookingID: number }>('remind-patient', 12);

/** `beginsAt` distinguishes the reminder of the current time from one of before a move. */
export const remindOfBooking = job<{ bookingID: number; beginsAt: string }>('remind-of-booking', 5);
