import type { DoctorActor } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { listWanting } from '../accounts/account-rows/letter-choices.ts';
import { findAccountByEmail, findAccountByID } from '../accounts/account-rows/accounts.ts';
import { countLetter, countNewLetter } from '../accounts/limits/letter-limit.ts';
import { countAttempt } from '../accounts/limits/throttle.ts';
import { type Initiator, record } from '../../platform/audit/record.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { conflict, invalid, notFound } from '../../platform/errors/errors.ts';
import { enqueueLetter, withdrawLettersAbout } from '../../platform/letters/letters.ts';
import { notifyClient, withdrawNoticesAbout } from '../../platform/notices/notify.ts';
import { findPatientOrKept, lockPatientOrKept } from '../patients/merged-patients.ts';
import type { PatientRow } from '../patients/queries.ts';
import { publishCountersChange, publishPatientChange } from '../../platform/realtime/publish-changes.ts';
import {
  deleteRequest,
  deleteShare,
  findShareHolder,
  hasRequestedAccess,
  insertShare,
  listFriendsOf,
} from './queries.ts';
import { sentences } from './sentences.ts';
import { sentences as ofLetters } from '../../platform/letters/sentences.ts';

interface ShareRequest {
  shareDoctorID?: number | null | undefined;
  shareDoctorEmail?: string | null | undefined;
}

/** Limits, per quarter of an hour, how fast a doctor can find out which e-mails have an account. */
const EMAIL_ATTEMPTS = 30;

/** Shares the actor's own patient with a colleague, who gets a letter. Deletes the colleague's access request. */
export const sharePatientWith = async (
  context: Context,
  who: DoctorActor,
  by: Initiator,
  found: PatientRow,
  request: ShareRequest,
): Promise<{ doctorID: number; name: string }> => {
  const { db } = context;
  const colleague = await findColleague(context, who, request);
  if (colleague.id === who.clientID) throw conflict(sentences.shareWithOneself);
  await countNewLetter(context, who.clientID, colleague.email);
  await db.transaction().execute(async (tx) => {
    // the patient may have been moved or merged since it was found
    const patientID = await lockPatientOrKept(tx, found.id);
    const patient = await findPatientOrKept(tx, who, patientID);
    authorize(who, 'patient.share', patient);
    if (!(await sharePatientInside(context, tx, by, patient, colleague)))
      throw conflict(sentences.alreadyShared);
  });
  return { doctorID: colleague.id, name: colleague.name };
};

type SharedPatient = Pick<PatientRow, 'id' | 'doctorID' | 'doctorName'>;

/** Inserts a share with its letter and its record; false if the share exists already. The caller has locked the patient. */
export const sharePatientInside = async (
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  tx: Tx,
  by: Initiator,
  patient: SharedPatient,
  colleague: { id: number },
): Promise<boolean> => {
  if (!(await insertShare(tx, patient.id, colleague.id, clock.now()))) return false;
  await deleteRequest(tx, patient.id, colleague.id);
  await enqueueShareLetter(tx, config, patient, colleague);
  await notifyClient(tx, { config, now: clock.now() }, colleague.id, {
    kind: 'shares',
    about: aboutShare(patient.id, colleague.id),
    title: 'Вам открыли доступ к пациенту',
    body: 'Его карточка в личном кабинете.',
    path: `/doctor-area/patients/${patient.id}/studies`,
    line: `Открывает ${patient.doctorName}`,
  });
  const details = { withDoctorID: colleague.id };
  const { id: patientID, doctorID } = patient;
  await record(tx, by, { action: 'patient.share', patientID, doctorID, details });
  await publishPatientChange(tx, patientID);
  return true;
};

/** The value of `letters.about` for letters about one share. */
export const aboutShare = (patientID: number, doctorID: number) => `patient-share:${patientID}:${doctorID}`;

/**
 * Queues one letter for each person of the client who wants it; false if there is none. The card shows the delivery state of
 * the first letter only.
 */
const enqueueShareLetter = async (
  tx: Tx,
  { publicURL }: Config,
  patient: SharedPatient,
  colleague: { id: number },
): Promise<boolean> => {
  const patientURL = `${publicURL}/doctor-area/patients/${patient.id}/studies`;
  const recipients = await listWanting(tx, colleague.id, 'shares');
  for (const [at, { name, email }] of recipients.entries()) {
    const about = at === 0 ? aboutShare(patient.id, colleague.id) : null;
    await enqueueLetter(
      tx,
      'patient-share',
      { ofAccount: email },
      { name, ownerName: patient.doctorName, patientURL },
      about,
    );
  }
  return recipients.length > 0;
};

/** Sends the letter about an existing share again; a letter that is still unsent is replaced. */
export const resendShareLetter = async (
  context: Context,
  patient: PatientRow,
  doctorID: number,
): Promise<void> => {
  const { db, config } = context;
  const colleague = await findShareHolder(db, patient.id, doctorID);
  if (!colleague) throw notFound(sentences.noColleague);
  const about = aboutShare(patient.id, doctorID);
  await countLetter(context, about);
  await db.transaction().execute(async (tx) => {
    await withdrawLettersAbout(tx, about);
    if (!(await enqueueShareLetter(tx, config, patient, colleague)))
      throw conflict(ofLetters.lettersDeclined);
  });
};

const findColleague = async (
  context: Context,
  who: DoctorActor,
  { shareDoctorID, shareDoctorEmail }: ShareRequest,
) => {
  const { db } = context;
  if (shareDoctorID) return findColleagueByID(db, who, shareDoctorID);
  if (!shareDoctorEmail) throw invalid(sentences.shareWithWhom);
  const limit = { key: `share-email:${who.clientID}`, attempts: EMAIL_ATTEMPTS };
  await countAttempt(context, [limit], sentences.tooManyShares);
  const found = await findAccountByEmail(db, shareDoctorEmail);
  // a patient is shared with the whole client of the addressed person
  const account = found?.clientID ? await findAccountByID(db, found.clientID) : found;
  if (account?.role !== 'doctor' || account.disabledAt) throw invalid(sentences.noSuchColleague);
  return account;
};

/**
 * Finds only doctors with whom the actor already shares patients, or who requested access to one of the actor's patients.
 * Otherwise the names of all doctors could be read by trying consecutive ids.
 */
const findColleagueByID = async (db: Tx, who: DoctorActor, doctorID: number) => {
  const isFriend = (await listFriendsOf(db, who.clientID)).some(({ id }) => id === doctorID);
  if (!isFriend && !(await hasRequestedAccess(db, who.clientID, doctorID)))
    throw notFound(sentences.noColleague);
  return db
    .selectFrom('accounts')
    .select(['id', 'name', 'email'])
    .where('id', '=', doctorID)
    .where('disabledAt', 'is', null)
    .executeTakeFirstOrThrow(() => notFound(sentences.noColleague));
};

/** Access ends with this transaction: lists, pages and issued download URLs check the share on every request. */
export const unsharePatientWith = (
  { db }: Context,
  by: Initiator,
  patient: PatientRow,
  doctorID: number,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (!(await deleteShare(tx, patient.id, doctorID))) throw notFound(sentences.noColleague);
    await withdrawLettersAbout(tx, aboutShare(patient.id, doctorID));
    await withdrawNoticesAbout(tx, aboutShare(patient.id, doctorID));
    const details = { withDoctorID: doctorID };
    await record(tx, by, {
      action: 'patient.unshare',
      patientID: patient.id,
      doctorID: patient.doctorID,
      details,
    });
    await publishCountersChange(tx, [{ accountID: doctorID }]);
  });
