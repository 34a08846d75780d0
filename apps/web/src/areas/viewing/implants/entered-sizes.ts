import { IMPLANT_LIMITS } from '@snimok/contract/viewing/implants';

/** A diameter and its lengths as they are typed. */
export interface EnteredSize {
  diameter: string;
  lengths: string;
}

const numberOf = (text: string): number =>
  /^\d+([.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN;

/** «8; 10; 11,5», «8 10 11.5» and «8, 10, 11,5»: a comma between two digits is a decimal comma. */
const numbersOf = (text: string): number[] =>
  text
    .split(/;|,(?!\d)|\s+/)
    .map((word) => word.trim())
    .filter(Boolean)
    .map(numberOf);

const isWithin = (value: number, { least, most }: { least: number; most: number }): boolean =>
  value >= least && value <= most;

const decimal = new Intl.NumberFormat('ru-RU');
const range = ({ least, most }: { least: number; most: number }) =>
  `от ${decimal.format(least)} до ${decimal.format(most)} мм`;

interface SizeErrors {
  diameter?: string | undefined;
  lengths?: string | undefined;
}

/**
 * The errors of each row. An empty row has none, because it is left out when the line is saved; if all rows are empty,
 * all have errors.
 */
export const checkSizes = (rows: readonly EnteredSize[]): SizeErrors[] =>
  rows.map((row, at) => {
    if (isBlank(row) && rows.some((one) => !isBlank(one))) return {};
    const diameter = numberOf(row.diameter);
    const isRepeated = rows.some((one, other) => other < at && numberOf(one.diameter) === diameter);
    const lengths = numbersOf(row.lengths);
    const areLengths =
      lengths.length > 0 && lengths.every((length) => isWithin(length, IMPLANT_LIMITS.lengthMm));
    const wrongDiameter = isWithin(diameter, IMPLANT_LIMITS.diameterMm)
      ? undefined
      : `Число ${range(IMPLANT_LIMITS.diameterMm)}`;
    return {
      diameter: isRepeated ? 'Такой диаметр уже есть' : wrongDiameter,
      lengths: areLengths ? undefined : `Числа ${range(IMPLANT_LIMITS.lengthMm)} через пробел`,
    };
  });

const isBlank = ({ diameter, lengths }: EnteredSize) => !diameter.trim() && !lengths.trim();

const ascending = (one: number, other: number) => one - other;

/** The sizes in ascending order, each once; only of rows without errors. */
export const sizesOf = (rows: readonly EnteredSize[]): { diameterMm: number; lengthsMm: number[] }[] =>
  rows
    .filter((row) => !isBlank(row))
    .map(({ diameter, lengths }) => ({
      diameterMm: numberOf(diameter),
      lengthsMm: [...new Set(numbersOf(lengths))].toSorted(ascending),
    }))
    .toSorted((one, other) => ascending(one.diameterMm, other.diameterMm));

/** «Ø 3,5 × 8; 10; 11,5 мм» */
export const sizeInWords = ({
  diameterMm,
  lengthsMm,
}: {
  diameterMm: number;
  lengthsMm: readonly number[];
}): string => `Ø ${decimal.format(diameterMm)} × ${lengthsMm.map((mm) => decimal.format(mm)).join('; ')} мм`;
