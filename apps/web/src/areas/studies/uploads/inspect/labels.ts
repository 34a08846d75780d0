import { inSentence } from '@snimok/contract/values/in-sentence';
import { STUDY_TYPES, type StudyType } from '@snimok/contract/studies/study-types';
import { differencesBetween, type Difference } from '@snimok/imaging/names/compare-people';
import { formatDay } from '../../../../shared/dates/dates.ts';
import { counted, formatBytes, formatNumber } from '@snimok/api-client/format-numbers';
import type { ResumePlan } from '@snimok/api-client/upload/resume-plan';
import { type FileSource, totalBytes } from '@snimok/api-client/transfer/upload-api';
import type { Findings, PersonInFiles } from './inspect-files.ts';
import { describeMixedPeople } from './mixed-people.ts';
import { shortName } from './person-names.ts';

/** Modalities (DICOM PS3.3, C.7.3.1.1.1) in dental terms; in a dental centre, CT is cone-beam CT. */
const MODALITIES: Record<string, string> = {
  CT: 'КЛКТ',
  PX: 'панорамный снимок',
  IO: 'внутриротовой снимок',
  DX: 'рентген',
  CR: 'рентген',
  RG: 'рентген',
  MR: 'МРТ',
};

/** «412 снимков DICOM, 1 серия, КЛКТ, 236 МБ; пациент в файлах: Иванов И. И.» */
export function describeFindings(findings: Findings): string {
  const { frameCount, seriesCount, modalities, pictures, otherCount, zipCount, people } = findings;
  const parts: string[] = [];
  if (frameCount > 0) parts.push(`${counted(frameCount, 'снимок', 'снимка', 'снимков')} DICOM`);
  if (seriesCount > 0) parts.push(counted(seriesCount, 'серия', 'серии', 'серий'));
  parts.push(...new Set(modalities.map((modality) => MODALITIES[modality] ?? '').filter(Boolean)));
  if (zipCount > 0) parts.push(describeZips(zipCount, findings.zippedFileCount));
  if (pictures.length > 0) parts.push(describePictures(pictures.length));
  if (otherCount > 0) parts.push((parts.length > 0 ? 'ещё ' : '') + countedFiles(otherCount));
  parts.push(formatBytes(findings.sizeBytes));
  const names = [...new Set(people.map(({ name }) => name).filter((name) => name !== null))];
  const who = names.slice(0, 3).map(shortName).join(', ') + (names.length > 3 ? ' и другие' : '');
  if (names.length === 0) return parts.join(', ');
  return `${parts.join(', ')}; ${names.length > 1 ? 'пациенты' : 'пациент'} в файлах: ${who}`;
}

const describePictures = (count: number) => counted(count, 'изображение', 'изображения', 'изображений');

const describeZips = (zips: number, files: number) =>
  (zips === 1 ? 'архив ZIP' : counted(zips, 'архив', 'архива', 'архивов')) +
  (files > 0 ? ` (${counted(files, 'файл', 'файла', 'файлов')})` : '');

interface Card {
  type: StudyType;
  patientName: string;
  /** YYYY-MM-DD; null when the card has none or is not loaded yet */
  birthday: string | null;
  /** null when it is not known */
  sex: 'male' | 'female' | null;
}

const SEXES = { male: 'мужской', female: 'женский' };

/**
 * Differences between the files and the patient's card. They do not prevent sending, because names are
 * mistyped on devices.
 */
export function listWarnings(findings: Findings, { type, patientName, birthday, sex }: Card): string[] {
  const warnings: string[] = [];
  const { people, modalities, brokenZips, frameCount } = findings;
  const card = { name: patientName, birthDate: birthday, sex };
  const differsIn = (difference: Difference) => (person: PersonInFiles) =>
    differencesBetween({ ...person, birthDate: person.birthday }, card).includes(difference);
  const isOther = differsIn('name');
  // files of several patients have a warning of their own
  const compared = describeMixedPeople(people) === null || people.every(isOther) ? people : [];
  const otherPeople = compared.filter(isOther);
  const named = [...new Set(otherPeople.map(({ name }) => name))].slice(0, 3).join(', ');
  if (named) warnings.push(`В файлах указан другой пациент: ${named}. В карточке: ${patientName}.`);
  const otherDay = compared.find(differsIn('birthDate'));
  if (otherDay) {
    const theirs = formatDay(otherDay.birthday);
    const ours = formatDay(birthday);
    warnings.push(`Дата рождения в файлах ${theirs}, а в карточке ${ours}.`);
  }
  const otherSex = compared.find(differsIn('sex'))?.sex;
  if (otherSex && sex) warnings.push(`Пол в файлах ${SEXES[otherSex]}, а в карточке ${SEXES[sex]}.`);
  const { label, hasVolume } = STUDY_TYPES[type];
  const volume = modalities.find((one) => VOLUMES.has(one));
  if (!hasVolume && volume !== undefined)
    warnings.push(`В файлах ${MODALITIES[volume]}, а исследование: ${inSentence(label)}.`);
  if (hasVolume && frameCount > 0 && modalities.every((one) => MODALITIES_2D.has(one)))
    warnings.push(`В файлах рентген, а исследование: ${inSentence(label)}.`);
  for (const name of brokenZips) warnings.push(`Архив «${name}» не открывается: возможно, он повреждён.`);
  return warnings;
}

/** What an assistant should know about files for which the portal has no type of study; null for others. */
export const describeMissingType = ({ modalities }: Pick<Findings, 'modalities'>): string | null =>
  modalities.includes('MR')
    ? `В файлах МРТ. Отдельного типа для неё в портале нет: как «${STUDY_TYPES.cbct.label}» она откроется серией срезов.`
    : null;

const VOLUMES = new Set(['CT', 'MR']);
const MODALITIES_2D = new Set(['PX', 'IO', 'DX', 'CR', 'RG']);

/** A text about a resumed upload: how much is stored and how much remains to be sent. */
export function describeRemaining({
  stored,
  missing,
  storedPartBytes,
}: Omit<ResumePlan<FileSource>, 'onlyStored'>): string {
  if (missing.length === 0) return 'Все файлы уже на сервере. Осталось завершить загрузку.';
  const rest = formatBytes(totalBytes(missing) - storedPartBytes);
  return stored.length > 0
    ? `На сервере уже ${countedFiles(stored.length)}. Осталось отправить ${formatNumber(missing.length)}, ${rest}.`
    : `На сервере уже ${formatBytes(storedPartBytes)}. Осталось отправить ${rest}.`;
}

export const countedFiles = (count: number) => counted(count, 'файл', 'файла', 'файлов');
