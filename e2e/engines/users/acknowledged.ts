import type { Contents } from '../../portal/files.ts';

/** Data that the portal has acknowledged; from then on each item must exist exactly once. */
export class Acknowledged {
  readonly messages: { dialogID: number; messageUUID: string }[] = [];
  readonly bookings: { bookingID: number; slotUUID: string; doctorID: number }[] = [];
  readonly studies: SentStudy[] = [];
}

export interface SentStudy {
  studyID: number;
  patientID: number;
  doctorID: number;
  /** names and hashes of the files */
  contents: Contents;
  /** the files have been downloaded and compared */
  compared: boolean;
}
