import type { StudyType } from '@snimok/contract/studies';
import type { z } from 'zod';
import { formatDay } from '../../shared/dates.ts';
import { counted, formatBytes } from '@snimok/sending/numbers';
import type { Findings } from './look/look-inside.ts';
import { mayBeSamePerson, shortName } from './look/person-names.ts';

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
export function doubtsAbout(findings: Findings, { type, patientName, birthday }: Card): string[] {
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

export const countedFiles = (count: number) => counted(count, 'файл', 'файла', 'файлов');
