import { listWanting } from '../accounts/account-rows/letter-choices.ts';
import { type Actor, clientOf } from '../../platform/access/actor.ts';
import { countAttempt } from '../accounts/limits/throttle.ts';
import { type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { conflict, notFound } from '../../platform/errors/errors.ts';
import { enqueueLetter } from '../../platform/letters/letters.ts';
import { findLetterAbout } from '../../platform/letters/queries.ts';
import { notifyClient } from '../../platform/notices/notify.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';
import { keptPatientID } from '../patients/merged-patients.ts';
import type { PatientRow } from '../patients/queries.ts';
import { sentences as ofPatients } from '../patients/sentences.ts';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';
import { findRequest, lockRequest, declineRequest, upsertRequest } from './queries.ts';
import { sentences } from './sentences.ts';

/** How long after a refusal the doctor cannot request access again. */
const DECLINED_MS = 30 * DAY_MS;
const REQUEST_ATTEMPTS = 50;

/** The owner of a patient that the actor may not see. It must therefore select nothing of the patient. */
const findOwner = ({ db }: Context, patientID: number) =>
  db
    .selectFrom('patients')
    .innerJoin('accounts', 'accounts.id', 'patients.doctorID')
    .select(['accounts.id', 'accounts.disabledAt'])
    .where('patients.id', '=', patientID)
    .where('patients.deletedAt', 'is', null)
    .executeTakeFirstOrThrow(() => notFound(ofPatients.noPatient));

/** The value of `letters.about` for letters about one access request. */
const aboutRequest = (patientID: number, doctorID: number) => `access-request:${patientID}:${doctorID}`;

/** The actor's request for access to a patient, with its letter; null without a request. */
export const findOwnRequest = async (context: Context, who: Actor, requestedID: number) => {
  const patientID = await keptPatientID(context.db, requestedID);
  const doctorID = clientOf(who);
  await findOwner(context, patientID);
  const request = await findRequest(context.db, patientID, doctorID);
  if (!request) return null;
  const letter = await findLetterAbout(context.db, aboutRequest(patientID, doctorID));
  return { ...request, letter };
};

/**
 * Sends the owner a letter that links to the dialog for sharing. At most one letter a day, unless the last one could
 * not be delivered. Throws 409 if the actor has access already or was refused less than a month ago.
 */
export const requestAccess = async (
  context: Context,
  who: Actor,
  by: Initiator,
  requestedID: number,
): Promise<void> => {
  const { db, clock, config } = context;
  const doctorID = clientOf(who);
  await countAttempt(
    context,
    [{ key: `request:${doctorID}`, attempts: REQUEST_ATTEMPTS }],
    sentences.tooManyRequests,
  );
  const patientID = await keptPatientID(db, requestedID);
  const owner = await findOwner(context, patientID);
  const [requester, shared] = await Promise.all([
    db.selectFrom('accounts').select('name').where('id', '=', doctorID).executeTakeFirstOrThrow(),
    db
      .selectFrom('patientShares')
      .select('doctorID')
      .where('patientID', '=', patientID)
      .where('doctorID', '=', doctorID)
      .executeTakeFirst(),
  ]);
  if (owner.id === doctorID || shared) throw conflict(sentences.accessAlreadyGranted);
  const now = clock.now();
  await db.transaction().execute(async (tx) => {
    const previous = await lockRequest(tx, patientID, doctorID);
    if (previous?.declinedAt && previous.declinedAt > after(now, -DECLINED_MS))
      throw conflict(sentences.accessDeclined);
    const about = aboutRequest(patientID, doctorID);
    const hasFailed = (await findLetterAbout(tx, about))?.failedAt;
    const mailedBefore = hasFailed ? now : after(now, -DAY_MS);
    const mailed = await upsertRequest(tx, { patientID, doctorID, now, mailedBefore });
    if (!mailed || owner.disabledAt) return;
    const shareURL = `${config.publicURL}/doctor-area/patients/${patientID}/studies?shareDoctorID=${doctorID}`;
    const facts = { askerName: requester.name, shareURL };
    for (const [at, { name, email }] of (await listWanting(tx, owner.id, 'requests')).entries())
      await enqueueLetter(
        tx,
        'access-request',
        { ofAccount: email },
        { name, ...facts },
        at === 0 ? about : null,
      );
    await notifyClient(tx, { config, now }, owner.id, {
      kind: 'requests',
      about,
      path: shareURL.slice(config.publicURL.length),
      title: 'Коллега просит доступ к пациенту',
      body: 'Разрешите или отклоните запрос в личном кабинете.',
      line: `Просит ${requester.name}`,
    });
    await record(tx, by, { action: 'patient.request', patientID, doctorID: owner.id });
  });
};

export const declineAccess = async (
  { db, clock }: Context,
  by: Initiator,
  patient: PatientRow,
  doctorID: number,
) =>
  db.transaction().execute(async (tx) => {
    if (!(await declineRequest(tx, patient.id, doctorID, clock.now()))) throw notFound(sentences.noRequest);
    const details = { toDoctorID: doctorID };
    await record(tx, by, {
      action: 'patient.decline',
      patientID: patient.id,
      doctorID: patient.doctorID,
      details,
    });
  });
