import type { ImplantLine as ImplantLineSchema } from '@snimok/contract/planning';
import type { z } from 'zod';
import generic from './implants.json' with { type: 'json' };

export type ImplantLine = z.output<typeof ImplantLineSchema>;

/** The lines that every centre has; schema `ImplantLibrary` of the contract, see docs/implants.md. */
export const GENERIC_LINES: readonly ImplantLine[] = generic.implants;

const decimal = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2 });
export const sizeLabel = (diameterMm: number, lengthMm: number): string =>
  `Ø ${decimal.format(diameterMm)} × ${decimal.format(lengthMm)} мм`;
export const millimetres = (mm: number): string => `${decimal.format(mm)} мм`;

/** Lower case; «4.5» is the same as «4,5», and «ё» the same as «е». */
const normalized = (text: string): string =>
  text.toLocaleLowerCase('ru').replaceAll('ё', 'е').replaceAll('.', ',');

/**
 * The lines in which every word of the query is found: in the name of the manufacturer or of the line, or as a diameter
 * or length. Two numbers, as in «4,5x10», must be one size. An empty query finds all.
 */
export function searchLines(lines: readonly ImplantLine[], query: string): ImplantLine[] {
  const words = normalized(query)
    .replace(/(\d)\s*[×xх*/]\s*(?=\d)/g, '$1 ')
    .split(/[\sø×]+/)
    .filter(Boolean);
  const numbers = words
    .filter((word) => /^\d+(,\d+)?$/.test(word))
    .map((word) => Number(word.replace(',', '.')));
  const names = words.filter((word) => !/^\d+(,\d+)?$/.test(word));
  return lines.flatMap((line) => {
    const name = normalized(`${line.manufacturer} ${line.line}`);
    if (!names.every((word) => name.includes(word))) return [];
    const sizes = line.sizes.flatMap((size) => matching(size, numbers));
    return sizes.length > 0 ? [{ ...line, sizes }] : [];
  });
}

type Size = ImplantLine['sizes'][number];

/** The size with the lengths that were asked for; none if it is not among them. */
function matching(size: Size, [first, second]: readonly number[]): Size[] {
  const withLength = (mm: number): Size[] =>
    size.lengthsMm.includes(mm) ? [{ ...size, lengthsMm: [mm] }] : [];
  if (first === undefined) return [size];
  if (first !== size.diameterMm) return second === undefined ? withLength(first) : [];
  return second === undefined ? [size] : withLength(second);
}
