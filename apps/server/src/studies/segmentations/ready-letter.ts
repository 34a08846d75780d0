import type { Config } from '../../platform/config.ts';
import type { Tx } from '../../platform/db/client.ts';
import { initialsOf } from '../../platform/letters/initials.ts';
import { enqueueLetter } from '../../platform/letters/letters.ts';

/** To the doctor who requested it, or the study's owner when an employee of the centre did; to nobody for a purged study. */
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
