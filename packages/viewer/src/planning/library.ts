import { type ImplantLine as ImplantLineSchema, productName } from '@snimok/contract/viewing/planning';
import type { z } from 'zod';
import type { Choice } from './implant-choices.ts';
import generic from './implants.json' with { type: 'json' };

type ImplantLine = z.output<typeof ImplantLineSchema>;

/** A line of the manufacturers' catalogue. */
interface CatalogueLine extends ImplantLine {
  /** how dentists write its name in Russian, for the search */
  aliases: string;
  source: { catalogue: string; edition: string | null };
}

/** The lines that every centre has; schema `ImplantLibrary` of the contract, see docs/implants.md. */
export const GENERIC_LINES: readonly ImplantLine[] = generic.implants;

/** The manufacturers' lines. They are loaded when the library opens, because most sessions do not plan implants. */
export const loadCatalogue = async (): Promise<readonly CatalogueLine[]> => {
  const { default: catalogue } = await import('./catalogue.json', { with: { type: 'json' } });
  return catalogue.implants as CatalogueLine[];
};

/** Where a line stands in the list, in the order of the list. */
export const GROUPS = {
  last: 'Последние',
  favourite: 'Избранные',
  own: 'Линейки центра',
  generic: 'Универсальные',
  catalogue: 'Изготовители',
} as const;
type Group = keyof typeof GROUPS;

export interface ListedLine extends ImplantLine {
  group: Group;
  aliases?: string;
  source?: CatalogueLine['source'];
  last: Choice['last'];
}

const MOST_LAST = 5;

interface Sources {
  own: readonly ImplantLine[];
  catalogue: readonly CatalogueLine[];
  /** the last used first */
  choices: readonly Choice[];
}

/** Each name once: the centre's own sizes of a line replace those of the catalogue. */
export function arrangedLines({ own, catalogue, choices }: Sources): ListedLine[] {
  const choiceOf = new Map(choices.map((choice) => [productName(choice), choice]));
  const recent = choices
    .filter(({ last }) => last)
    .slice(0, MOST_LAST)
    .map(productName);
  const listed = new Map<string, ListedLine>();
  const add = (lines: readonly ImplantLine[], origin: Group) => {
    for (const line of lines) {
      const name = productName(line);
      if (listed.has(name)) continue;
      const choice = choiceOf.get(name);
      const chosen: Group = choice?.isFavourite ? 'favourite' : origin;
      const group = recent.includes(name) ? 'last' : chosen;
      listed.set(name, { ...line, group, last: choice?.last ?? null });
    }
  };
  add(own, 'own');
  add(GENERIC_LINES, 'generic');
  add(catalogue, 'catalogue');
  const rank = (line: ListedLine): number =>
    Object.keys(GROUPS).indexOf(line.group) * (MOST_LAST + 1) +
    Math.max(0, recent.indexOf(productName(line)));
  return [...listed.values()].toSorted((one, other) => rank(one) - rank(other));
}

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
export function searchLines<Line extends ImplantLine & { aliases?: string }>(
  lines: readonly Line[],
  query: string,
): Line[] {
  const words = normalized(query)
    .replace(/(\d)\s*[×xх*/]\s*(?=\d)/g, '$1 ')
    .split(/[\sø×]+/)
    .filter(Boolean);
  const numbers = words
    .filter((word) => /^\d+(,\d+)?$/.test(word))
    .map((word) => Number(word.replace(',', '.')));
  const names = words.filter((word) => !/^\d+(,\d+)?$/.test(word));
  return lines.flatMap((line) => {
    const name = normalized(`${line.manufacturer} ${line.line} ${line.aliases ?? ''}`);
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
