import { type ExaminedAt, examinedDay, examinedMoment } from '@snimok/contract/studies/examined-at';
import { STUDY_TYPES, type StudyType } from '@snimok/contract/studies/study-types';
import { formatDay, formatMoment, timeOf } from '../../../shared/dates/dates.ts';

/** When the images were taken, on the machine's clock. */
type MachineTime = Omit<ExaminedAt, 'source'>;

/** When the images of a study were taken, and when it was created. */
export interface StudyDates {
  createdAt: string;
  /** null if it is unknown; servers of an earlier version do not send it */
  examinedAt: MachineTime | null | undefined;
  /** with `restored`, says whether there are files; an uploaded study if it is absent */
  status?: string;
  restored?: boolean;
}

const uploadVerb = ({ status, restored }: StudyDates) =>
  status === 'in-work' && !restored ? 'создано' : 'загружено';

/** «загружено 22.11.2026», or «создано 22.11.2026» for a study without files */
export const uploadedDay = (study: StudyDates): string =>
  `${uploadVerb(study)} ${formatDay(study.createdAt)}`;

/** «последняя загрузка 22.11.2026» */
export const uploadedLast = ({ createdAt }: StudyDates): string =>
  `последняя загрузка ${formatDay(createdAt)}`;

/** «загружено 22.11.2026 09:05», as the times in lists */
export const uploadedTime = (study: StudyDates): string => `${uploadedDay(study)} ${timeOf(study.createdAt)}`;

/** «загружено 22.11.2026, 09:05» */
export const uploadedMoment = (study: StudyDates): string =>
  `${uploadVerb(study)} ${formatMoment(study.createdAt)}`;

/** «21.11.2026», the day of the examination, or «загружено 22.11.2026» if that is unknown. */
export const studyDay = (study: StudyDates): string =>
  study.examinedAt ? examinedDay(study.examinedAt) : uploadedDay(study);

/**
 * «UTC+7», the zone of the machine's clock; null if the browser's clock showed the same then. Uploads are shown on the browser's clock,
 * so without it an upload could seem to precede its examination.
 */
export const machineZone = ({ time, offset, instant }: MachineTime): string | null => {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(offset) ?? [];
  const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  if (time === null || ahead === -new Date(instant).getTimezoneOffset()) return null;
  if (ahead === 0) return 'UTC';
  return `UTC${ahead < 0 ? '−' : '+'}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}`;
};

/** «21.11.2026, 13:40», with the zone if it is another than the browser's: «21.11.2026, 13:40 (UTC+7)» */
const machineMoment = (examinedAt: MachineTime): string => {
  const zone = machineZone(examinedAt);
  return zone === null ? examinedMoment(examinedAt) : `${examinedMoment(examinedAt)} (${zone})`;
};

/** «21.11.2026, 13:40», or «загружено 22.11.2026, 09:05» */
export const studyMoment = (study: StudyDates): string =>
  study.examinedAt ? machineMoment(study.examinedAt) : uploadedMoment(study);

/** The value of `dateTime` of a `<time>` that shows `studyDay` or `studyMoment`. */
export const studyDateTime = ({ createdAt, examinedAt }: StudyDates): string => {
  if (!examinedAt) return createdAt;
  return examinedAt.time === null ? examinedAt.day : `${examinedAt.day}T${examinedAt.time}`;
};

/** The day of a study among other studies of its patient; with the time if another one has the same day. */
export const studyDayAmong = (studies: StudyDates[]) => {
  const isRepeated = repeatedIn(studies.map(studyDay));
  return (study: StudyDates): string => {
    const day = studyDay(study);
    return isRepeated(day) ? studyMoment(study) : day;
  };
};

const repeatedIn = (texts: string[]) => (text: string) => texts.indexOf(text) !== texts.lastIndexOf(text);

interface NamedStudy extends StudyDates {
  type: StudyType;
  patientID?: number;
}

/** «КЛКТ (3D) от 21.11.2026», or «КЛКТ (3D), загружено 22.11.2026», of a label and a date of this file. */
export const dated = (label: string, { examinedAt }: StudyDates, date: string): string =>
  `${label}${examinedAt ? ' от\u00a0' : ', '}${date}`;

/**
 * «КЛКТ (3D) от 21.11.2026», for the studies of one list, which may be of several patients. The upload time distinguishes studies
 * with the same examination day, type and patient.
 */
export const studyNameAmong =
  (studies: NamedStudy[]) =>
  (study: NamedStudy): string => {
    const ofPatient = studies.filter(({ patientID }) => patientID === study.patientID);
    const dayOf = studyDayAmong(ofPatient);
    const nameOf = (one: NamedStudy) => dated(STUDY_TYPES[one.type].label, one, dayOf(one));
    const name = nameOf(study);
    const isRepeated = repeatedIn(ofPatient.map(nameOf));
    return study.examinedAt && isRepeated(name) ? `${name} (${uploadedMoment(study)})` : name;
  };
