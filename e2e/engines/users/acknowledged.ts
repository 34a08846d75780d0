import type { Contents } from '../../portal/files.ts';

/** What the portal has acknowledged: from then on it must be there, once. */
export class Journal {
  readonly messages: { dialogID: number; messageUUID: string }[] = [];
  readonly bookings: { bookingID: number; slotUUID: string; doctorID: number }[] = [];
  readonly studies: SentStudy[] = [];
}

export interface SentStudy {
  studyID: number;
  patientID: number;
  doctorID: number;
  /** what was sent, by name and hash */
  contents: Contents;
  /** somebody has downloaded it and compared */
  compared: boolean;
}
