import { job } from '../../platform/jobs/jobs.ts';

/** `beginsAt` distinguishes the reminder of the current time from one of before a move. */
export const remindOfBooking = job<{ bookingID: number; beginsAt: string }>('remind-of-booking', 5);
