import type { confirmUploadPatient } from '@snimok/contract/studies/patient-confirmation';
import type { BodyOf } from '@snimok/contract/platform/endpoint';
import { type Actor, accountOf } from '../../../platform/access/actor.ts';
import { type Initiator, record } from '../../../platform/audit/record.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { conflict } from '../../../platform/errors/errors.ts';
import type { ConfirmedPatient } from '../../studies/study-rows/patient-in-files.ts';
import { publishUploadChange } from '../upload-rows/publish-upload.ts';
import { lockUpload, type UploadRow } from '../upload-rows/queries.ts';
import { sentences } from '../sentences.ts';

type PatientInPreview = BodyOf<typeof confirmUploadPatient>;

/**
 * Records that files of this patient belong to the card of the study. The client names the patient, so that the
 * confirmation concerns what the user saw, and not what has arrived since.
 */
export const confirmPatientOfUpload = async (
  { db }: Context,
  who: Actor,
  by: Initiator,
  uploadUUID: string,
  { reason, others = [], ...person }: PatientInPreview,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const upload = await lockUpload(tx, uploadUUID);
    if (upload.status === 'processed') throw conflict(sentences.uploadClosed);
    const { studyID } = upload;
    const { patientID } = await confirmPeople(tx, who, {
      uploadUUID,
      studyID,
      people: [person, ...others],
      ...(reason !== undefined && { reason }),
    });
    await record(tx, by, { action: 'study.confirm-patient', studyID, patientID });
    await publishUploadChange(tx, uploadUUID);
  });

interface ConfirmedPeople {
  uploadUUID: string;
  studyID: number;
  people: readonly ConfirmedPatient['inFiles'][];
  reason?: string;
}

/** Stores that these persons are the patient of the card as it is now. The upload is locked. */
export const confirmPeople = async (
  tx: Tx,
  who: Actor,
  { uploadUUID, studyID, people, reason }: ConfirmedPeople,
): Promise<{ patientID: number }> => {
  const { patientID, byName, ...card } = await findCard(tx, studyID, accountOf(who));
  const [inFiles = { name: null, birthDate: null }, ...others] = people;
  const confirmed: ConfirmedPatient = {
    inFiles,
    others,
    card,
    byName,
    ...(reason !== undefined && { reason }),
  };
  await tx
    .updateTable('uploads')
    .set({ confirmedPatient: JSON.stringify(confirmed) })
    .where('uuid', '=', uploadUUID)
    .execute();
  return { patientID };
};

const findCard = (tx: Tx, studyID: number, accountID: number) =>
  tx
    .selectFrom('studies')
    .innerJoin('patients', 'patients.id', 'studies.patientID')
    .innerJoin('accounts', (join) => join.on('accounts.id', '=', accountID))
    .select(['studies.patientID', 'patients.name', 'patients.birthday', 'accounts.name as byName'])
    .where('studies.id', '=', studyID)
    .executeTakeFirstOrThrow();

export const readConfirmation = ({
  confirmedPatient,
}: Pick<UploadRow, 'confirmedPatient'>): ConfirmedPatient | null =>
  confirmedPatient === null ? null : (JSON.parse(confirmedPatient) as ConfirmedPatient);

/** Locks the upload, so that a confirmation comes before or after the publication. */
export const lockConfirmation = async (tx: Tx, uploadUUID: string): Promise<ConfirmedPatient | null> => {
  const upload = await tx
    .selectFrom('uploads')
    .select('confirmedPatient')
    .where('uuid', '=', uploadUUID)
    .forUpdate()
    .executeTakeFirst();
  return upload ? readConfirmation(upload) : null;
};

export const findConfirmation = async (db: Tx, uploadUUID: string): Promise<ConfirmedPatient | null> => {
  const upload = await db
    .selectFrom('uploads')
    .select('confirmedPatient')
    .where('uuid', '=', uploadUUID)
    .executeTakeFirst();
  return upload ? readConfirmation(upload) : null;
};
