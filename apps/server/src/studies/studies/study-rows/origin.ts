import { StudyOrigin } from '@snimok/contract/studies/origin';

/** The columns of `studies` that say from which archive a study was imported. */
export const ORIGIN_COLUMNS = ['studies.accessionNumber', 'studies.origin'] as const;

/** What is stored in these columns. */
export interface OriginValues {
  accessionNumber: string | null;
  origin: string;
}

const Stored = StudyOrigin.omit({ accessionNumber: true });

export const originValues = ({ accessionNumber, ...origin }: StudyOrigin): OriginValues => ({
  accessionNumber,
  origin: JSON.stringify(origin),
});

/** The field is absent if the study did not come from another archive. */
export const presentOrigin = (study: {
  accessionNumber: string | null;
  origin: unknown;
}): { origin?: StudyOrigin } =>
  study.origin === null
    ? {}
    : { origin: { ...Stored.parse(study.origin), accessionNumber: study.accessionNumber } };

/**
 * The accession number of a study in DICOM: the number from its archive, otherwise the number in the portal's
 * worklist.
 */
export const accessionNumberOf = (study: { id: number; accessionNumber: string | null }): string =>
  study.accessionNumber ?? `S${study.id}`;
