import type { Config } from '../../platform/settings/config.ts';
import type { Tx } from '../../platform/db/client.ts';
import { initialsOf } from '../../platform/letters/initials.ts';
import { enqueueLetter } from '../../platform/letters/letters.ts';

/**
 * Queues a letter to the doctor who requested the segmentation, or to the study's owner if an employee of the centre
 * did. Sends none for a purged study.
 */
export const notifyOfSegmentation = async (
  tx: Tx,
  { publicURL }: Config,
  { studyID, accountID }: { studyID: number | null; accountID: number },
): Promise<void> => {
  if (studyID === null) return;
  const study = await tx
    .selectFrom('studies')
    .select(['patientID', 'patientName', 'doctorID'])
    .where('id', '=', studyID)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  const doctors = await tx
    .selectFrom('accounts')
    .select(['id', 'name', 'email'])
    .where('id', 'in', [accountID, study?.doctorID ?? accountID])
    .where('role', 'in', ['doctor', 'member'])
    .where('disabledAt', 'is', null)
    .execute();
  const doctor = doctors.find(({ id }) => id === accountID) ?? doctors[0];
  if (!study || !doctor) return;
  const studyURL = `${publicURL}/doctor-area/patients/${study.patientID}/studies#study-${studyID}`;
  const facts = { name: doctor.name, patient: initialsOf(study.patientName), studyURL };
  await enqueueLetter(
    tx,
    'segmentation-ready',
    { ofAccount: doctor.email },
    facts,
    `segmentation:${studyID}`,
  );
};
