import { portalInitiator, record } from '../../platform/audit/record.ts';
import { ZipProblem } from '../../platform/zip/zip-problem.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { Problem } from '../../platform/errors/errors.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { AntivirusUnavailable } from '../../platform/outside/antivirus/antivirus.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';
import { ScratchFull, ScratchTooSmall } from '../../platform/working-files/scratch.ts';
import { processUpload } from '../uploads/upload-rows/jobs.ts';
import { publishUploadChange } from '../uploads/upload-rows/publish-upload.ts';
import { endUpload, postponeUpload } from '../uploads/upload-rows/run-queries.ts';
import { countRun } from '../uploads/sending/usage.ts';
import { holdForDecision, NeedsDecision } from './hold-upload.ts';
import { Infected } from './collected-files/scan-files.ts';
import type { UploadBudget } from './upload-parser/upload-budget.ts';
import { sentences } from './sentences.ts';

/** A wait may take hours, so it does not use up the attempts of the job, which are for failures. */
const TRY_AGAIN_MS = 30_000;

interface Run {
  uploadUUID: string;
  runID: string;
  studyID: number;
  patientID: number;
  creatorID: number;
  isMetered: boolean;
  budget: UploadBudget;
}

/**
 * Ends a run that published nothing. If the files are the cause, the upload ends with a sentence for the user. If the
 * machine lacks something at present, the upload is processed again later.
 * @throws every other cause, so that the job is tried again
 */
export const endUnpublished = async (context: Context, run: Run, cause: unknown): Promise<void> => {
  if (cause instanceof NeedsDecision) return holdForDecision(context, run, cause.finding);
  const waitsFor = waitOf(cause);
  const error = sentenceOf(cause);
  await context.db.transaction().execute(async (tx) => {
    await countRun(context, tx, run, run.budget.used);
    if (waitsFor !== null) await postpone(context, tx, run, waitsFor);
    else if (error !== null) await fail(context, tx, run, error, cause);
  });
  if (waitsFor !== null) {
    context.log.warn({ err: cause, uploadUUID: run.uploadUUID, waitsFor }, 'an upload waits to be processed');
  } else if (error === null) throw cause;
};

const waitOf = (cause: unknown) => {
  if (cause instanceof ScratchFull) return 'scratch';
  return cause instanceof AntivirusUnavailable ? 'antivirus' : null;
};

const sentenceOf = (cause: unknown): string | null => {
  if (cause instanceof ScratchTooSmall) return sentences.uploadNeedsMoreSpace;
  return cause instanceof Problem || cause instanceof ZipProblem ? cause.message : null;
};

const postpone = async (
  { clock }: Context,
  tx: Tx,
  { uploadUUID, runID, isMetered }: Run,
  waitsFor: 'scratch' | 'antivirus',
): Promise<void> => {
  if (!(await postponeUpload(tx, uploadUUID, runID, waitsFor))) return;
  // replaces the running job, which is not tried again
  const options = {
    key: `process-upload:${uploadUUID}`,
    runAt: after(clock.now(), TRY_AGAIN_MS),
    isBackground: !isMetered,
  };
  await enqueue(tx, processUpload, { uploadUUID }, options);
  await publishUploadChange(tx, uploadUUID);
};

const fail = async (
  { clock, log }: Context,
  tx: Tx,
  { uploadUUID, runID, studyID, patientID }: Run,
  error: string,
  cause: unknown,
): Promise<void> => {
  if (!(await endUpload(tx, uploadUUID, runID, { error, processedAt: clock.now() }))) return;
  if (cause instanceof Infected) {
    const { virus } = cause;
    await record(tx, portalInitiator, { action: 'study.infected', studyID, patientID, details: { virus } });
    log.warn({ uploadUUID, studyID, virus }, 'malicious software was found in an upload');
  }
  await publishUploadChange(tx, uploadUUID);
};
