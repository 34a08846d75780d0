import type { Contents } from '../../portal/files.ts';

/** What the portal has acknowledged, so that it must exist exactly once from then on. */
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
