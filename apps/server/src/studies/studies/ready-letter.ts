import { examinedMoment } from '@snimok/contract/studies/examined-at';
import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import { listWanting } from '../../people/accounts/account-rows/letter-choices.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { conflict, notFound } from '../../platform/errors/errors.ts';
import { initialsOf } from '../../platform/letters/initials.ts';
import { enqueueLetter, withdrawLettersAbout } from '../../platform/letters/letters.ts';
import { findLetterAbout } from '../../platform/letters/queries.ts';
import { notifyClient } from '../../platform/notices/notify.ts';
import { hasNoticeAbout } from '../../platform/notices/queries.ts';
import { findPanorama } from '../objects/panorama-queries.ts';
import { panoramaReason } from '../objects/panorama-reason.ts';
import { EXAMINED_COLUMNS, presentExaminedAt } from './study-rows/examined-at.ts';
import { studyOfMoment } from './study-rows/study-day.ts';
import type { StudyRow } from './study-rows/queries.ts';
import { requireOpen } from './study-rows/study-state.ts';
import { sentences as ofLetters } from '../../platform/letters/sentences.ts';

/** The `about` value of the letters that say that this study is ready. */
export const aboutStudy = (studyID: number) => `study:${studyID}`;

/** The study and its owner; undefined if the owner's account is disabled or the study is in the bin. */
const findStudyWithOwner = (tx: Tx, studyID: number) =>
  tx
    .selectFrom('studies')
    .innerJoin('accounts', 'accounts.id', 'studies.doctorID')
    .select([
      'studies.id',
      'studies.doctorID',
      'studies.patientID',
      'studies.patientName',
      'studies.type',
      'studies.createdAt',
      ...EXAMINED_COLUMNS,
      'studies.restored',
      'studies.objectID',
    ])
    .where('studies.id', '=', studyID)
    .where('studies.deletedAt', 'is', null)
    .where('accounts.disabledAt', 'is', null)
    .executeTakeFirst();

type StudyWithOwner = NonNullable<Awaited<ReturnType<typeof findStudyWithOwner>>>;

/**
 * Queues one letter for each person of the client who wants it; false if there is none. The card shows the delivery state of
 * the first letter only.
 */
const enqueueFor = async (tx: Tx, { publicURL }: Config, study: StudyWithOwner): Promise<boolean> => {
  const { id, doctorID, patientID, patientName, type, objectID } = study;
  const recipients = await listWanting(tx, doctorID, 'studies');
  if (recipients.length === 0) return false;
  const studyURL = `${publicURL}/doctor-area/patients/${patientID}/studies#study-${id}`;
  const noPanorama =
    objectID && STUDY_TYPES[type].canHavePanorama ? panoramaReason(await findPanorama(tx, objectID)) : null;
  const examined = presentExaminedAt(study);
  const common = {
    patient: initialsOf(patientName),
    type,
    ...(examined && { examined: examinedMoment(examined) }),
    studyURL,
    ...(noPanorama !== null && { noPanorama }),
  };
  for (const [at, { name, email }] of recipients.entries())
    await enqueueLetter(
      tx,
      'study-ready',
      { ofAccount: email },
      { name, ...common },
      at === 0 ? aboutStudy(id) : null,
    );
  return true;
};

/** Informs the client once that a study is ready; not of a study restored from the archive. */
export const enqueueReadyLetter = async (
  tx: Tx,
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  studyID: number,
): Promise<void> => {
  const study = await findStudyWithOwner(tx, studyID);
  if (!study || study.restored) return;
  const about = aboutStudy(studyID);
  if ((await findLetterAbout(tx, about)) || (await hasNoticeAbout(tx, about))) return;
  await enqueueFor(tx, config, study);
  const { doctorID, patientID, patientName, type } = study;
  const named = studyOfMoment(STUDY_TYPES[type].label, study, config.timeZone);
  await notifyClient(tx, { config, now: clock.now() }, doctorID, {
    kind: 'studies',
    about,
    path: `/doctor-area/patients/${patientID}/studies#study-${studyID}`,
    title: 'Готово исследование',
    body: 'Его можно посмотреть и скачать в личном кабинете.',
    // with the time, because a digest may contain two studies of one patient and day
    line: `${initialsOf(patientName)}, ${named}`,
  });
};

/** Sends the letter again on request; replaces a letter that is still in the outbox. */
export const resendReadyLetter = ({ db, config }: Context, study: StudyRow): Promise<void> =>
  db.transaction().execute(async (tx) => {
    requireOpen(study);
    const owned = await findStudyWithOwner(tx, study.id);
    if (!owned) throw notFound(ofLetters.noLetter);
    await withdrawLettersAbout(tx, aboutStudy(study.id));
    if (!(await enqueueFor(tx, config, owned))) throw conflict(ofLetters.lettersDeclined);
  });
