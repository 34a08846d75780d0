import { examinedDay, type ExaminedAt } from '@snimok/contract/studies/examined-at';
import type { StudyOrigin } from '@snimok/contract/studies/origin';

const ARCHIVES: Record<StudyOrigin['kind'], string> = {
  orthanc: 'Orthanc',
  dicomweb: 'архива DICOMweb',
  pacs: 'PACS',
  folder: 'папки',
};

/**
 * «Перенесено из Orthanc 192.0.2.4:8042, номер обращения A-17», with the day in the archive if it differs from the
 * day of the examination.
 */
export const originText = (
  { kind, place, day, accessionNumber }: StudyOrigin,
  examinedAt: Pick<ExaminedAt, 'day'> | null | undefined,
): string =>
  [
    `Перенесено из ${ARCHIVES[kind]}${place === null ? '' : ` ${place}`}`,
    day !== null && day !== examinedAt?.day && `дата в архиве ${examinedDay({ day })}`,
    accessionNumber !== null && `номер обращения ${accessionNumber}`,
  ]
    .filter(Boolean)
    .join(', ');
