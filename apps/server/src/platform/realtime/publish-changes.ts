import { listDoctorsWhoSee } from '../access/audience.ts';
import type { Tx } from '../db/client.ts';
import { publish, type Audience } from './publish.ts';

/** Everyone who sees the patient now. */
const audienceOfPatient = async (tx: Tx, patientID: number): Promise<Audience[]> => [
  'assistants',
  ...(await listDoctorsWhoSee(tx, patientID)).map((accountID) => ({ accountID })),
];

/** Publishes to everyone who sees a study that it was added, changed or removed. */
export const publishStudyChange = async (
  tx: Tx,
  { studyID, patientID }: { studyID: number; patientID: number },
): Promise<void> =>
  publish(tx, await audienceOfPatient(tx, patientID), {
    type: 'study_updated',
    data: { studyID, patientID },
  });

/** Publishes a change of a study to assistants only, because its client is not to be informed. */
export const publishStudyToAssistants = (
  tx: Tx,
  data: { studyID: number; patientID: number },
): Promise<void> => publish(tx, ['assistants'], { type: 'study_updated', data });

/** Publishes to everyone who sees a patient that lists with the patient, or the counts of such lists, have changed. */
export const publishPatientChange = async (tx: Tx, patientID: number): Promise<void> =>
  publish(tx, await audienceOfPatient(tx, patientID), { type: 'counters_changed', data: {} });

export const publishCountersChange = (tx: Tx, to: readonly Audience[]): Promise<void> =>
  publish(tx, to, { type: 'counters_changed', data: {} });

/** Publishes to an account, and to the people of a client, that what they may do has changed. */
export const publishAccountChange = (tx: Tx, accountID: number): Promise<void> =>
  publish(tx, [{ accountID }], { type: 'account_changed', data: {} });
