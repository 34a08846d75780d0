import type { Context } from '../../platform/context.ts';
import { type CardFacts, findDoubt, type PatientFinding } from '../studies/study-rows/compare-with-card.ts';
import {
  type ConfirmedPatient,
  isConfirmed,
  type PatientInFiles,
} from '../studies/study-rows/patient-in-files.ts';
import { notifyOfStudy } from '../studies/notify-of-study.ts';
import { publishUploadChange } from '../uploads/upload-rows/publish-upload.ts';
import type { Repeat } from '../uploads/identity-checks/repeats.ts';
import { holdUpload } from '../uploads/upload-rows/run-queries.ts';
import { countRun } from '../uploads/sending/usage.ts';
import type { UploadBudget } from './upload-parser/upload-budget.ts';

/** Why a person has to decide before anything is published; as the contract describes it. */
type HeldFinding = PatientFinding & { repeats?: Repeat[] };

/** An assistant has to decide: the files name another patient than the card, or their images were uploaded before. */
export class NeedsDecision extends Error {
  override name = 'NeedsDecision';
  readonly finding: HeldFinding;

  constructor(finding: HeldFinding) {
    super('a person has to decide about the files');
    this.finding = finding;
  }
}

const NO_DOUBT: PatientFinding = { people: [], differences: [], several: false, canBeConfirmed: true };

/** @throws NeedsDecision */
export const assertDecided = (doubt: PatientFinding | null, repeats: Repeat[]): void => {
  if (doubt === null && repeats.length === 0) return;
  throw new NeedsDecision({ ...(doubt ?? NO_DOUBT), ...(repeats.length > 0 && { repeats }) });
};

/** The doubt about the patient of the files, unless an assistant has confirmed that they belong to the card. */
export const findOpenDoubt = (
  people: readonly PatientInFiles[],
  card: CardFacts & { patientUnproven: boolean },
  confirmed: ConfirmedPatient | null,
): PatientFinding | null => {
  const finding = findDoubt(people, card);
  if (!finding) return null;
  // a confirmation during the upload has no reason
  const isDecided = finding.canBeConfirmed && isConfirmed(confirmed, finding.people, card);
  return isDecided && confirmed?.reason ? null : finding;
};

interface Run {
  uploadUUID: string;
  runID: string;
  studyID: number;
  creatorID: number;
  isMetered: boolean;
  budget: UploadBudget;
}

/** Publishes and removes nothing. The next run starts after a decision. */
export const holdForDecision = async (context: Context, run: Run, finding: HeldFinding): Promise<void> => {
  const { uploadUUID, runID, studyID, budget } = run;
  await context.db.transaction().execute(async (tx) => {
    await countRun(context, tx, run, budget.used);
    if (!(await holdUpload(tx, uploadUUID, runID, JSON.stringify(finding)))) return;
    await publishUploadChange(tx, uploadUUID);
    const now = context.clock.now();
    await notifyOfStudy(tx, context.config, { event: 'upload.held', studyID, uploadUUID, now });
  });
  context.log.info({ uploadUUID }, 'an upload waits for a decision of a person');
};
