import type { Actor } from '../../../platform/access/actor.ts';
import { type Initiator, record } from '../../../platform/audit/record.ts';
import type { Context } from '../../../platform/context.ts';
import { conflict } from '../../../platform/errors/errors.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import type { PatientFinding } from '../../studies/study-rows/compare-with-card.ts';
import { confirmPeople } from './confirmed-patient.ts';
import { processUpload } from '../upload-rows/jobs.ts';
import { publishUploadChange } from '../upload-rows/publish-upload.ts';
import { lockUpload } from '../upload-rows/queries.ts';
import { sentences } from '../sentences.ts';

interface Decision {
  /** empty: the files are only compared with the card again */
  reason: string;
  /** images that were uploaded before are published once more */
  publishRepeated: boolean;
}

/**
 * Has a held upload processed again. With a reason, the persons whom its files name are confirmed as the patient of the
 * card, and other findings are accepted too.
 * @throws Problem 409 if the upload is not held, or if its files are of two patients
 */
export const releaseUpload = async (
  { db }: Context,
  who: Actor,
  by: Initiator,
  uploadUUID: string,
  { reason, publishRepeated }: Decision,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { held, studyID } = await lockUpload(tx, uploadUUID);
    if (held === null) throw conflict(sentences.uploadNotHeld);
    if (reason !== '') {
      const { people, canBeConfirmed } = JSON.parse(held) as PatientFinding;
      if (!canBeConfirmed) throw conflict(sentences.filesOfTwoPatients);
      if (people.length > 0) {
        const { patientID } = await confirmPeople(tx, who, { uploadUUID, studyID, people, reason });
        await record(tx, by, { action: 'study.confirm-patient', studyID, patientID });
      }
    }
    // earlier pages accept repeated images with a reason
    const isAccepted = publishRepeated || (reason !== '' && 'repeats' in JSON.parse(held));
    await tx
      .updateTable('uploads')
      .set({ held: null, ...(isAccepted && { ifRepeated: 'publish' }) })
      .where('uuid', '=', uploadUUID)
      .execute();
    await enqueue(tx, processUpload, { uploadUUID }, { key: `process-upload:${uploadUUID}` });
    await publishUploadChange(tx, uploadUUID);
  });
