import type { Card, NewMessageCard } from '@snimok/contract/messaging/messenger-attachments';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Actor, DoctorActor } from '../../platform/access/actor.ts';
import { visiblePatients, visibleStudies } from '../../platform/access/visible.ts';
import type { Tx } from '../../platform/db/client.ts';
import { patternOf, splitWords } from '../../platform/db/search-words.ts';
import { notFound } from '../../platform/errors/errors.ts';
import { keptPatientID } from '../../people/patients/merged-patients.ts';
import { EXAMINED_COLUMNS, presentExaminedAt } from '../../studies/studies/study-rows/examined-at.ts';
import type { MessageRow } from './queries.ts';
import { sentences } from './sentences.ts';

const MAX_CHOICES = 20;

/** The client's side of a dialog. */
const clientOfDialog = (dialogID: number): DoctorActor => ({
  kind: 'doctor',
  accountID: dialogID,
  clientID: dialogID,
  role: 'owner',
  flags: new Set(),
});

const studies = (db: Tx) =>
  db
    .selectFrom('studies')
    .innerJoin('patients', 'patients.id', 'studies.patientID')
    .select(['studies.id', 'studies.type', 'studies.createdAt', ...EXAMINED_COLUMNS, 'studies.patientID'])
    .select(['patients.name', 'patients.doctorID']);

type StudyOfCard = Awaited<ReturnType<typeof listChoices>>[number];

const listChoices = (db: Tx, who: Actor, dialogID: number, query: string) =>
  studies(db)
    .where(visibleStudies(who))
    .where(visibleStudies(clientOfDialog(dialogID)))
    .where((row) =>
      row.and(splitWords(query).map((word) => sql<boolean>`words_of(patients.name) like ${patternOf(word)}`)),
    )
    .orderBy('studies.createdAt', 'desc')
    .orderBy('studies.id', 'desc')
    .limit(MAX_CHOICES)
    .execute();

const presentStudy = (study: StudyOfCard): z.output<typeof Card> => ({
  patientID: study.patientID,
  doctorID: study.doctorID,
  patientName: study.name,
  study: {
    studyID: study.id,
    type: study.type,
    createdAt: study.createdAt.toISOString(),
    examinedAt: presentExaminedAt(study),
  },
});

/** Studies that both sides of the dialog see, for a new message. */
export const listCardChoices = async (db: Tx, who: Actor, dialogID: number, query = '') =>
  (await listChoices(db, who, dialogID, query)).map(presentStudy);

const findStudyFor = (db: Tx, who: Actor, studyID: number) =>
  studies(db).where(visibleStudies(who)).where('studies.id', '=', studyID).executeTakeFirst();

const findPatientFor = (db: Tx, who: Actor, patientID: number) =>
  db
    .selectFrom('patients')
    .select(['id', 'name', 'doctorID'])
    .where(visiblePatients(who))
    .where('id', '=', patientID)
    .executeTakeFirst();

/**
 * Locks the rows to which the card will refer. Patient, study and dialog are locked in this order everywhere, so that
 * transactions cannot deadlock. The insertion of the card would lock patient and study only after the dialog. Rows that the
 * caller does not see are not locked.
 */
export const lockCard = async (
  tx: Tx,
  who: Actor,
  card: z.output<typeof NewMessageCard> | undefined,
): Promise<void> => {
  if (!card) return;
  const study = 'studyID' in card ? await findStudyFor(tx, who, card.studyID) : undefined;
  const asked = 'studyID' in card ? study?.patientID : await keptPatientID(tx, card.patientID);
  const patient = asked === undefined ? undefined : await findPatientFor(tx, who, asked);
  if (!patient) return;
  await tx.selectFrom('patients').select('id').where('id', '=', patient.id).forKeyShare().execute();
  if (study) await tx.selectFrom('studies').select('id').where('id', '=', study.id).forKeyShare().execute();
};

/**
 * The columns of a message that refers to a study or patient.
 * @throws Problem 404 unless both sides see it
 */
export const cardOf = async (
  tx: Tx,
  who: Actor,
  dialogID: number,
  card: z.output<typeof NewMessageCard> | undefined,
): Promise<Pick<MessageRow, 'studyID' | 'patientID'> & { card: 'study' | 'patient' | null }> => {
  if (!card) return { card: null, studyID: null, patientID: null };
  const readers = [who, clientOfDialog(dialogID)];
  if ('studyID' in card) {
    for (const reader of readers)
      if (!(await findStudyFor(tx, reader, card.studyID))) throw notFound(sentences.noCard);
    return { card: 'study', studyID: card.studyID, patientID: null };
  }
  const patientID = await keptPatientID(tx, card.patientID);
  for (const reader of readers)
    if (!(await findPatientFor(tx, reader, patientID))) throw notFound(sentences.noCard);
  return { card: 'patient', studyID: null, patientID };
};

/** What a reader sees of the study or patient of a message now; null if it is not visible any more. */
export const readCard = async (
  db: Tx,
  who: Actor,
  { studyID, patientID }: Pick<MessageRow, 'studyID' | 'patientID'>,
): Promise<z.output<typeof Card> | null> => {
  if (studyID !== null) {
    const study = await findStudyFor(db, who, studyID);
    return study ? presentStudy(study) : null;
  }
  if (patientID === null) return null;
  const patient = await findPatientFor(db, who, await keptPatientID(db, patientID));
  if (!patient) return null;
  const { id, doctorID, name } = patient;
  return { patientID: id, doctorID, patientName: name, study: null };
};
