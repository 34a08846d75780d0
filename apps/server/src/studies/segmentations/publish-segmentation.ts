import type { Tx } from '../../platform/db/client.ts';
import { publishStudyChange } from '../../platform/realtime/publish-changes.ts';

/** Publishes to everyone who sees a study that its segmentation has begun or ended. `studyID` is null for a purged study. */
export const publishSegmentationChange = async (tx: Tx, studyID: number | null): Promise<void> => {
  if (studyID === null) return;
  const study = await tx
    .selectFrom('studies')
    .select('patientID')
    .where('id', '=', studyID)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (study) await publishStudyChange(tx, { studyID, patientID: study.patientID });
};
