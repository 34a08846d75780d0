import { listWanting } from '../../people/accounts/letter-choices.ts';
import { listDoctorsWhoSee } from '../../platform/access/audience.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { initialsOf } from '../../platform/letters/initials.ts';
import { enqueueLetter } from '../../platform/letters/letters.ts';
import { notifyOfStudy } from '../../studies/studies/notify-of-study.ts';
import type { StudyRow } from '../../studies/studies/queries.ts';

/** Queues the letters to everybody who sees the study and wants them, and the messages of webhooks. */
export const notifyOfReport = async (
  tx: Tx,
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  { id: studyID, patientID, patientName, type }: StudyRow,
  { number }: { number: number },
): Promise<void> => {
  const page = `${config.publicURL}/doctor-area/patients/${patientID}/studies/${studyID}/reports/${number}`;
  const facts = { patient: initialsOf(patientName), type, reportURL: page, isCorrection: number > 1 };
  for (const clientID of await listDoctorsWhoSee(tx, patientID)) {
    for (const { name, email } of await listWanting(tx, clientID, 'reports'))
      await enqueueLetter(tx, 'report-signed', email, { name, ...facts }, `report:${studyID}`);
  }
  const now = clock.now();
  await notifyOfStudy(tx, config, { event: 'report.signed', studyID, reportNumber: number, now });
};
