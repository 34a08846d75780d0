import type { StudyType } from '@snimok/contract/studies';
import type { z } from 'zod';
import { formatDay } from '../../shared/dates.ts';
import { counted, formatBytes, formatNumber } from '@snimok/api-client/format-numbers';
import { bytesInParts, type ResumePlan, type Registered } from '@snimok/api-client/resume-plan';
import { type FileSource, totalBytes } from '@snimok/api-client/upload-api';
import type { Findings } from './inspect/inspect-files.ts';
import { mayBeSamePerson, shortName } from './inspect/person-names.ts';

type Kind = z.output<typeof StudyType>;

/** DICOM's modalities (PS3.3, C.7.3.1.1.1) in a dentist's words; in a dental centre computed tomography is cone-beam. */
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
  const { pictureCount, seriesCount, modalities, otherCount, zipCount, zippedFileCount, people } = findings;
  const parts: string[] = [];
  if (pictureCount > 0) parts.push(`${counted(pictureCount, 'снимок', 'снимка', 'снимков')} DICOM`);
  if (seriesCount > 0) parts.push(counted(seriesCount, 'серия', 'серии', 'серий'));
  parts.push(...new Set(modalities.map((modality) => MODALITIES[modality] ?? '').filter(Boolean)));
  if (zipCount > 0) parts.push(describeZips(zipCount, zippedFileCount));
  if (otherCount > 0) parts.push((parts.length > 0 ? 'ещё ' : '') + countedFiles(otherCount));
  parts.push(formatBytes(findings.sizeBytes));
  const names = [...new Set(people.map(({ name }) => name).filter((name) => name !== null))];
  const who = names.slice(0, 3).map(shortName).join(', ') + (names.length > 3 ? ' и другие' : '');
  if (names.length === 0) return parts.join(', ');
  return `${parts.join(', ')}; ${names.length > 1 ? 'пациенты' : 'пациент'} в файлах: ${who}`;
}

const describeZips = (zips: number, files: number) =>
  (zips === 1 ? 'архив ZIP' : counted(zips, 'архив', 'архива', 'архивов')) +
  (files > 0 ? ` (${counted(files, 'файл', 'файла', 'файлов')})` : '');

interface Card {
  type: Kind;
  patientName: string;
  /** YYYY-MM-DD; null when the card has none or it is not known yet */
  birthday: string | null;
}

/** What does not fit the card. It is said, not forbidden: devices are fed with typing mistakes too. */
export function listWarnings(findings: Findings, { type, patientName, birthday }: Card): string[] {
  const doubts: string[] = [];
  const { people, modalities, brokenZips, pictureCount, zipCount, fileCount } = findings;
  const strangers = people.filter(({ name }) => name !== null && !mayBeSamePerson(name, patientName));
  const named = [...new Set(strangers.map(({ name }) => name))].slice(0, 3).join(', ');
  if (named) doubts.push(`В файлах указан другой пациент: ${named}. В карточке: ${patientName}.`);
  const otherDay = people.find(
    (person) => person.birthday !== null && birthday && person.birthday !== birthday,
  );
  if (otherDay) {
    const [theirs, ours] = [formatDay(otherDay.birthday), formatDay(birthday)];
    doubts.push(`Дата рождения в файлах ${theirs}, а в карточке ${ours}.`);
  }
  if (type === 'rg' && modalities.includes('CT')) doubts.push('В файлах КЛКТ, а исследование: рентген (2D).');
  if (type === 'cbct' && pictureCount > 0 && modalities.every((one) => FLAT.has(one))) {
    doubts.push('В файлах рентген, а исследование: КЛКТ (3D).');
  }
  for (const name of brokenZips) doubts.push(`Архив «${name}» не открывается: возможно, он повреждён.`);
  if (pictureCount === 0 && zipCount === 0) {
    doubts.push(
      `Снимков DICOM не найдено: ${fileCount > 1 ? 'файлы сохранятся' : 'файл сохранится'} как есть.`,
    );
  }
  return doubts;
}

const FLAT = new Set(['PX', 'IO', 'DX', 'CR', 'RG']);

/** What a person is told of an upload that broke off; null when nothing of it has come. */
export function describeInterrupted(registered: Registered[]): string | null {
  const whole = registered.filter(({ uploaded }) => uploaded);
  const begun = registered.filter((file) => bytesInParts(file) > 0);
  const bytes =
    whole.reduce((sum, { filesize }) => sum + filesize, 0) +
    begun.reduce((sum, file) => sum + bytesInParts(file), 0);
  const again = `Выберите ${hasFolders(registered) ? 'ту же папку' : sameFiles(registered)} ещё раз, и отправится только недостающее.`;
  const [first] = begun;
  if (whole.length > 0) {
    const more = begun.length > 0 ? ` и ${begun.length > 1 ? 'части других' : 'часть ещё одного'}` : '';
    return `Загрузка прервана: на сервере уже ${countedFiles(whole.length)}${more}, ${formatBytes(bytes)}. ${again}`;
  }
  if (!first) return null;
  const total = begun.reduce((sum, { filesize }) => sum + filesize, 0);
  const what = begun.length > 1 ? '' : ` файла «${first.filename.split('/').at(-1)}»`;
  return `Загрузка прервана: на сервере уже ${formatBytes(bytes)} из ${formatBytes(total)}${what}. ${again}`;
}

/** Of files that were chosen to go on with: what is there, and what is still to be sent. */
export function describeRemaining({
  stored: there,
  missing,
  storedPartBytes: storedPartBytes,
}: Omit<ResumePlan<FileSource>, 'onlyStored'>): string {
  if (missing.length === 0) return 'Все файлы уже на сервере. Осталось завершить загрузку.';
  const rest = formatBytes(totalBytes(missing) - storedPartBytes);
  return there.length > 0
    ? `На сервере уже ${countedFiles(there.length)}. Осталось отправить ${formatNumber(missing.length)}, ${rest}.`
    : `На сервере уже ${formatBytes(storedPartBytes)}. Осталось отправить ${rest}.`;
}

const sameFiles = (registered: Registered[]) => (registered.length > 1 ? 'те же файлы' : 'тот же файл');

/** Sent as a folder, and not as files that were picked by themselves. */
export const hasFolders = (registered: { filename: string }[]) =>
  registered.some(({ filename }) => filename.includes('/'));

export const countedFiles = (count: number) => counted(count, 'файл', 'файла', 'файлов');
