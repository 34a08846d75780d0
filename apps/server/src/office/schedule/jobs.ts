import { job } from '../../platform/jobs/jobs.ts';

/** `beginsAt` tells a reminder that a move has left behind from the one that is meant. */
export const remindOfBooking = job<{ bookingID: number; beginsAt: string }>('remind-of-booking', 5);
