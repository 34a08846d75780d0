import { dayIn } from '../../platform/outside/calendar.ts';

const typeNames: Record<string, string> = { rg: 'Рентген', cbct: 'КЛКТ' };

/** The file name of a download, for example `Иванов_И_И_2026-11-21_КЛКТ.zip`. */
export const downloadName = (
  { patientName, createdAt, type }: { patientName: string; createdAt: Date; type: string },
  timeZone: string,
): string => {
  const [surname = '', ...given] = patientName
    .replace(/[^\p{L}\p{N}\s-]/gu, ' ')
    .trim()
    .split(/\s+/u);
  const initials = given.map((name) => [...name][0] ?? '').slice(0, 3);
  const fields = [
    [...surname].slice(0, 60).join(''),
    ...initials,
    dayIn(timeZone, createdAt),
    typeNames[type] ?? type,
  ];
  return `${fields.filter(Boolean).join('_')}.zip`;
};
