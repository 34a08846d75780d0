import type { ZipIndex } from '../../platform/zip/zip-index.ts';
import { portalInitiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { enqueueMetadata, enqueueRemoval, enqueueReconcile, enqueueRendition } from '../objects/jobs.ts';
import { objectKey } from '../objects/keys.ts';
import { insertPanorama } from '../objects/panorama-queries.ts';
import { insertPictures, type StoredPicture } from '../objects/picture-queries.ts';
import { insertObject, insertObjectIndex, insertObjectSeries } from '../objects/queries.ts';
import { decideExamination } from '../studies/examination/decide-examination.ts';
import { compareWithCard } from '../studies/study-rows/compare-with-card.ts';
import { informOfStudy } from '../studies/inform-of-study.ts';
import { publishStudy } from '../studies/study-rows/state-queries.ts';
import { lockConfirmation } from '../uploads/identity-checks/confirmed-patient.ts';
import { discardUpload } from '../uploads/discard-files.ts';
import { publishUploadChange } from '../uploads/upload-rows/publish-upload.ts';
import { endUpload, listUploadsOf } from '../uploads/upload-rows/run-queries.ts';
import type { Usage } from '../uploads/upload-rows/usage-queries.ts';
import { countRun } from '../uploads/sending/usage.ts';
import type { Contents } from './collected-files/contents.ts';
import type { Panorama } from './parser-tasks/panorama-task.ts';

interface Run {
  uploadUUID: string;
  runID: string;
  studyID: number;
  patientID: number;
  creatorID: number;
  isMetered: boolean;
  /** name and birth date on the patient's card */
  name: string;
  birthday: string | null;
  sex: string;
  patientUnproven: boolean;
}

/** The outcome of a run: what was found in the files and what has been written to the store. */
interface ProcessedUpload {
  contents: Contents;
  index: ZipIndex;
  pictures: StoredPicture[];
  panorama: Panorama | null;
  used: Partial<Usage>;
}

/** Publishes in one transaction: the study with its object, index and pictures, and the end of the upload. */
export const publish = async (context: Context, run: Run, processed: ProcessedUpload): Promise<void> => {
  const { db, clock, config } = context;
  return db.transaction().execute(async (tx) => {
    const { uploadUUID, runID, studyID, patientID, patientUnproven, isMetered } = run;
    const now = clock.now();
    const confirmed = await lockConfirmation(tx, uploadUUID);
    // false if a newer run has claimed the upload: then this run publishes nothing
    if (!(await endUpload(tx, uploadUUID, runID, { error: null, processedAt: now }))) {
      return enqueueRemoval(tx, { warm: [objectKey(uploadUUID, runID)] });
    }
    await countRun(context, tx, run, processed.used);
    await insertProcessed(tx, run, processed, now);
    const { replacedID } = await publishStudy(tx, studyID, {
      objectID: uploadUUID,
      people: processed.contents.people,
      patientUnproven,
      confirmed,
      doneAt: now,
    });
    await decideExamination(tx, studyID, config.timeZone);
    // the study was restored by a new upload: its archived object is deleted unless another study refers to it
    if (replacedID) await enqueueReconcile(tx, replacedID);
    // nobody waits for what the portal uploads itself
    const haste = { isBackground: !isMetered };
    if (config.remoteViewer === 'web') await enqueueRendition(tx, uploadUUID, haste);
    if (processed.contents.studyInstanceUID !== null) await enqueueMetadata(tx, uploadUUID, haste);
    const details = { bytes: processed.index.sizeBytes, images: processed.contents.imageCount };
    await record(tx, portalInitiator, { action: 'study.publish', studyID, patientID, details });
    await informOfStudy(tx, context, { studyID, patientID });
    await publishUploadChange(tx, uploadUUID);
    // the files of earlier, failed uploads of this study were kept until now as well
    for (const { uuid } of await listUploadsOf(tx, studyID)) {
      await enqueue(tx, discardUpload, { uploadUUID: uuid }, { key: `discard-upload:${uuid}` });
    }
  });
};

/** The rows of the new study object, which has the id of the upload. */
const insertProcessed = async (
  tx: Tx,
  { uploadUUID: objectID, runID, ...card }: Run,
  { contents, index, pictures, panorama }: ProcessedUpload,
  createdAt: Date,
): Promise<void> => {
  const { imageCount, studyInstanceUID, warnings, contains, dates } = contents;
  const patientInFiles = compareWithCard(contents.people, card)?.people[0] ?? contents.patientInFiles;
  await insertObject(tx, {
    id: objectID,
    key: objectKey(objectID, runID),
    sizeBytes: index.sizeBytes,
    sha256: Buffer.from(index.sha256, 'hex'),
    imageCount,
    studyInstanceUID,
    patientInFiles,
    warnings,
    contains,
    imageDates: JSON.stringify(dates),
  });
  await insertObjectIndex(tx, objectID, index.entries);
  const series = contents.series.map(
    ({ seriesInstanceUID, modality, description, frameCount, ...facts }) => ({
      seriesInstanceUID: seriesInstanceUID ?? '',
      modality,
      description,
      imageCount: frameCount,
      facts,
    }),
  );
  await insertObjectSeries(tx, objectID, series);
  await insertPictures(tx, objectID, pictures);
  if (panorama) await insertPanorama(tx, objectID, panorama, createdAt);
};
