import type { Context } from '../../platform/context.ts';
import { type CardFacts, findDoubt, type PatientFinding } from '../studies/compare-with-card.ts';
import { type ConfirmedPatient, isConfirmed, type PatientInFiles } from '../studies/patient-in-files.ts';
import { notifyOfStudy } from '../studies/notify-of-study.ts';
import { publishUploadChange } from '../uploads/publish-upload.ts';
import { holdUpload } from '../uploads/run-queries.ts';
import { addUsage } from '../uploads/usage-queries.ts';
import { usageDay } from '../uploads/usage.ts';
import type { UploadBudget } from './upload-budget.ts';

/** The files name another patient than the card, and no assistant has confirmed that they belong to it. */
export class PatientDiffers extends Error {
  override name = 'PatientDiffers';
  readonly finding: PatientFinding;

  constructor(finding: PatientFinding) {
    super('the files name another patient than the card');
    this.finding = finding;
  }
}

/** @throws PatientDiffers */
export const assertPatient = (
  people: readonly PatientInFiles[],
  card: CardFacts & { patientUnproven: boolean },
  confirmed: ConfirmedPatient | null,
): void => {
  const finding = findDoubt(people, card);
  if (!finding) return;
  // a confirmation during the upload has no reason
  const isDecided = finding.canBeConfirmed && isConfirmed(confirmed, finding.people, card);
  if (!isDecided || !confirmed?.reason) throw new PatientDiffers(finding);
};

interface Run {
  uploadUUID: string;
  runID: string;
  studyID: number;
  creatorID: number;
  budget: UploadBudget;
}

/** Nothing is published or removed; the next run follows a decision. */
export const holdForPatient = async (context: Context, run: Run, finding: PatientFinding): Promise<void> => {
  const { uploadUUID, runID, studyID, creatorID, budget } = run;
  await context.db.transaction().execute(async (tx) => {
    await addUsage(tx, creatorID, usageDay(context), budget.used);
    if (!(await holdUpload(tx, uploadUUID, runID, JSON.stringify(finding)))) return;
    await publishUploadChange(tx, uploadUUID);
    const now = context.clock.now();
    await notifyOfStudy(tx, context.config, { event: 'upload.held', studyID, uploadUUID, now });
  });
  context.log.info({ uploadUUID }, 'an upload waits for a decision about its patient');
};
