import type { Contains, DoctorStudyStatus, StepStatus, StudyStatus } from '@snimok/contract/studies/studies';
import type { StudyPhase } from '@snimok/contract/studies/study-state';
import type { UploadStatus, WaitReason } from '@snimok/contract/studies/uploads';
import type { z } from 'zod';
import { type Actor, clientOf } from '../../platform/access/actor.ts';
import { may } from '../../platform/access/rules.ts';
import { presentLetter } from '../../platform/letters/present.ts';
import type { LetterRow } from '../../platform/letters/queries.ts';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';
import type { PatientFinding } from './study-rows/compare-with-card.ts';
import { presentDoubtfulDates, presentExaminedAt } from './study-rows/examined-at.ts';
import { presentOrigin } from './study-rows/origin.ts';
import { presentReportFacts, presentReportToAssistant, presentReportToDoctor } from './present-report.ts';
import type { StudyRow } from './study-rows/queries.ts';
import type { StoredConfirmation } from './study-rows/state-queries.ts';
import { phaseOfRow, type StateRow } from './study-rows/study-state.ts';
import type { ClientStudyRow } from './lists/client-studies-page.ts';

type Status = z.infer<typeof StudyStatus>;

/** A corrected panorama has the same object but another arch, and needs another URL in the browser's cache. */
const versionOf = ({ objectID, shownArchID }: StudyRow) =>
  shownArchID === null ? objectID : `${objectID}.${shownArchID}`;

/** The field is absent for most studies, and for objects of earlier versions. */
export const containsOf = ({ contains }: Pick<StudyRow, 'contains'>) =>
  contains && contains.length > 0 ? { contains: contains as z.infer<typeof Contains> } : {};

export const waitOf = (waitsFor: string | null) =>
  waitsFor === null ? {} : { waitsFor: waitsFor as z.infer<typeof WaitReason> };

export const heldOf = (held: string | null) =>
  held === null ? {} : { held: JSON.parse(held) as PatientFinding };

const confirmationOf = (text: string | null) =>
  text === null ? {} : { patientConfirmation: JSON.parse(text) as StoredConfirmation };

/** The field is absent for most studies. */
const doubtfulDatesOf = ({ doubtfulDates }: Pick<StudyRow, 'doubtfulDates'>) => {
  const dates = presentDoubtfulDates(doubtfulDates);
  return dates.length > 0 ? { doubtfulDates: dates } : {};
};

const isUnpublished = (study: StateRow): boolean => phaseOfRow(study) === 'preparing' && !study.restored;

/**
 * Empty once the files have arrived, or when an archived study is restored: the report of the machine is then
 * outdated.
 */
const acquisitionOf = (study: StudyRow) =>
  isUnpublished(study) && study.acquisition !== null
    ? { acquisition: study.acquisition as z.infer<typeof StepStatus> }
    : {};

const facts = (study: StudyRow) => ({
  studyID: study.id,
  patientID: study.patientID,
  doctorID: study.doctorID,
  type: study.type,
  createdAt: study.createdAt.toISOString(),
  examinedAt: presentExaminedAt(study),
  comment: study.comment,
  restored: study.restored,
  comingBack: phaseOfRow(study) === 'restoring',
  panoURL: study.hasPicture ? `/api/1/studies/${study.id}/picture?v=${versionOf(study)}` : null,
  patientName: study.patientName,
  doctorName: study.doctorName,
  sizeBytes: study.sizeBytes,
  imageCount: study.imageCount,
  ...presentReportFacts(study),
  ...containsOf(study),
});

/**
 * Product 11.6: assistants can delete a study before it is published for the first time, or up to 24 hours after it was
 * done.
 */
export const assistantCanDelete = (study: StateRow & Pick<StudyRow, 'doneAt'>, now: Date): boolean => {
  const { doneAt } = study;
  if (isUnpublished(study)) return true;
  return phaseOfRow(study) === 'available' && doneAt !== null && now.getTime() - doneAt.getTime() < DAY_MS;
};

export const presentStudy = (study: StudyRow, letter: LetterRow | null | undefined, now: Date) => ({
  ...facts(study),
  status: study.status as Status,
  creatorName: study.creatorName,
  openProtests: study.openProtests.map(({ id, name, reason, since }) => ({
    protestID: id,
    accountName: name,
    reason,
    createdAt: new Date(since).toISOString(),
  })),
  assistantCanDelete: assistantCanDelete(study, now),
  ...confirmationOf(study.patientConfirmation),
  ...acquisitionOf(study),
  ...doubtfulDatesOf(study),
  ...presentOrigin(study),
  ...presentReportToAssistant(study),
  letter: presentLetter(letter),
  upload: study.upload && {
    uploadUUID: study.upload.uuid,
    status: study.upload.status as z.infer<typeof UploadStatus>,
    error: study.upload.error,
    progress: study.upload.progress,
    ...waitOf(study.upload.wait),
    ...heldOf(study.upload.held),
  },
});

type DoctorStatus = z.infer<typeof DoctorStudyStatus>;

const DOCTOR_STATUS: Record<StudyPhase, DoctorStatus> = {
  preparing: 'in-work',
  restoring: 'in-work',
  available: 'available',
  archived: 'need-restore',
};

/** The value of `studies.status` for each status that doctors see. */
export const TABLE_STATUS: Record<DoctorStatus, Status> = {
  'in-work': 'in-work',
  available: 'done',
  'need-restore': 'archived',
};

export const presentToDoctor = (who: Actor, study: StudyRow) => ({
  ...facts(study),
  ...(!may(who, 'study.see-picture') && { panoURL: null }),
  ...presentReportToDoctor(who, study),
  status: DOCTOR_STATUS[phaseOfRow(study)],
});

const isNew = (who: Actor, study: StudyRow, opened: boolean): boolean =>
  !study.isSilent && phaseOfRow(study) === 'available' && !opened && may(who, 'study.see-picture');

/** The newest study of a patient in a doctor's list. */
export const presentNewest = (who: Actor, { study, opened }: Pick<ClientStudyRow, 'study' | 'opened'>) => {
  const { studyID, type, status, panoURL, examinedAt } = presentToDoctor(who, study);
  return { studyID, type, status, panoURL, examinedAt, isNew: isNew(who, study, opened) };
};

export const presentClientStudy = (who: Actor, { study, birthday, opened }: ClientStudyRow) => ({
  ...presentToDoctor(who, study),
  patientBirthday: birthday,
  shared: study.doctorID !== clientOf(who),
  isNew: isNew(who, study, opened),
});
