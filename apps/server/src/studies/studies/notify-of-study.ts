import type { WebhookEvent } from '@snimok/contract/platform/webhooks';
import type { Config } from '../../platform/settings/config.ts';
import type { Tx } from '../../platform/db/client.ts';
import { notifyReceivers } from '../../platform/webhooks/notify.ts';
import { EXAMINED_COLUMNS, presentExaminedAt } from './study-rows/examined-at.ts';

interface StudyEvent {
  event: Extract<WebhookEvent, 'study.ready' | 'upload.held' | 'report.signed'>;
  studyID: number;
  uploadUUID?: string;
  reportNumber?: number;
  now: Date;
}

/** Queues the messages of webhooks about a study; none for a study in the bin. */
export const notifyOfStudy = async (
  tx: Tx,
  { publicURL }: Config,
  { event, studyID, uploadUUID, reportNumber, now }: StudyEvent,
): Promise<void> => {
  const study = await tx
    .selectFrom('studies')
    .select(['patientID', 'doctorID', ...EXAMINED_COLUMNS])
    .where('id', '=', studyID)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!study) return;
  const { patientID, doctorID } = study;
  const data = {
    studyID,
    patientID,
    doctorID,
    examinedAt: presentExaminedAt(study),
    ...(uploadUUID !== undefined && { uploadUUID }),
    ...(reportNumber !== undefined && { reportNumber }),
    url: `${publicURL}/assistant-area/doctors/${doctorID}/patients/${patientID}/studies#study-${studyID}`,
    apiURL: `${publicURL}/api/1/assistant/studies/${studyID}`,
  };
  await notifyReceivers(tx, event, { data, now });
};
