import { listDoctorsWhoSee } from '../access/audience.ts';
import type { Tx } from '../db/client.ts';
import { publish, type Audience } from './publish.ts';

/** Whoever may look at a patient right now, as an audience. */
const audienceOfPatient = async (tx: Tx, patientID: number): Promise<Audience[]> => [
  'assistants',
  ...(await listDoctorsWhoSee(tx, patientID)).map((accountID) => ({ accountID })),
];

/** A study has come, has gone or is another one now: everybody who sees it hears its number. */
export const publishStudyChange = async (
  tx: Tx,
  { studyID, patientID }: { studyID: number; patientID: number },
): Promise<void> =>
  publish(tx, await audienceOfPatient(tx, patientID), {
    type: 'study_updated',
    data: { studyID, patientID },
  });

/** The lists that a patient stands in, or their counts, have changed. */
export const publishPatientChange = async (tx: Tx, patientID: number): Promise<void> =>
  publish(tx, await audienceOfPatient(tx, patientID), { type: 'counters_changed', data: {} });

export const publishCountersChange = (tx: Tx, to: readonly Audience[]): Promise<void> =>
  publish(tx, to, { type: 'counters_changed', data: {} });
