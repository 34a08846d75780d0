import type { ZipIndex } from '../../platform/archive/zip-index.ts';
import { portalInitiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { publishStudyChange } from '../../platform/realtime/publish-changes.ts';
import { enqueueRemoval, enqueueReconcile, enqueueRendition } from '../objects/jobs.ts';
import { enqueueReadyLetter } from '../studies/ready-letter.ts';
import { publishUploadChange } from '../uploads/publish-upload.ts';
import { discardUpload } from '../uploads/jobs.ts';
import type { Contents } from './contents.ts';
import { objectKey } from './object-key.ts';
import type { Panorama } from './panorama-task.ts';
import { insertPanorama, insertPictures } from './panorama-queries.ts';
import type { StoredPicture } from './pictures.ts';
import { endUpload, listUploadsOf, publishStudy } from '../uploads/run-queries.ts';

interface Run {
  uploadUUID: string;
  runID: string;
  studyID: number;
  patientID: number;
}

/** The study, its object, the index and the end of the upload become visible at one moment, or not at all. */
export const publish = async (
  { db, clock, config }: Context,
  { uploadUUID, runID, studyID, patientID }: Run,
  { series, imageCount, studyInstanceUID, patientInFiles, warnings }: Contents,
  index: ZipIndex,
  pictures: StoredPicture[],
  panorama: Panorama | null,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const now = clock.now();
    const key = objectKey(uploadUUID, runID);
    // fenced: a run that was thought dead finds itself replaced, and leaves no trace
    if (!(await endUpload(tx, uploadUUID, runID, { error: null, processedAt: now }))) {
      return enqueueRemoval(tx, { warm: [key] });
    }
    await tx
      .insertInto('objects')
      .values({
        id: uploadUUID,
        key,
        sizeBytes: index.sizeBytes,
        sha256: Buffer.from(index.sha256, 'hex'),
        imageCount,
        studyInstanceUID,
        patientInFiles: patientInFiles && JSON.stringify(patientInFiles),
        warnings,
      })
      .execute();
    await tx
      .insertInto('objectIndexes')
      .values({ objectID: uploadUUID, entries: JSON.stringify(index.entries) })
      .execute();
    const rows = series.map(
      ({ seriesInstanceUID, modality, description, frameCount, ...facts }, position) => ({
        objectID: uploadUUID,
        position,
        seriesInstanceUID: seriesInstanceUID ?? '',
        modality,
        description,
        imageCount: frameCount,
        facts: JSON.stringify(facts),
      }),
    );
    if (rows.length > 0) await tx.insertInto('objectSeries').values(rows).execute();
    await insertPictures(tx, uploadUUID, pictures);
    if (panorama) await insertPanorama(tx, uploadUUID, panorama, now);
    const { replacedID } = await publishStudy(tx, studyID, uploadUUID, now);
    // restored by this upload: what it was archived with is of no more use, unless another study has it too
    if (replacedID) await enqueueReconcile(tx, replacedID);
    if (config.remoteViewer === 'web') await enqueueRendition(tx, uploadUUID);
    const details = { bytes: index.sizeBytes, images: imageCount };
    await record(tx, portalInitiator, { action: 'study.publish', studyID, patientID, details });
    await enqueueReadyLetter(tx, config, studyID);
    await publishStudyChange(tx, { studyID, patientID });
    await publishUploadChange(tx, uploadUUID);
    // what was sent before and failed was kept for the same end
    for (const { uuid } of await listUploadsOf(tx, studyID)) {
      await enqueue(tx, discardUpload, { uploadUUID: uuid }, { key: `discard-upload:${uuid}` });
    }
  });
