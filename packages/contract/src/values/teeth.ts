import { z } from 'zod';

/** Positions from the midline to the back, as in ISO 3950. */
const PERMANENT = [1, 2, 3, 4, 5, 6, 7, 8];
const DECIDUOUS = [1, 2, 3, 4, 5];

/** A jaw as seen by a person who faces the patient: the patient's right side comes first. */
const jawOf = (right: number, left: number, positions: number[]): [right: number[], left: number[]] => [
  positions.map((position) => right * 10 + position).reverse(),
  positions.map((position) => left * 10 + position),
];

/** The two-digit numbers of ISO 3950: the quadrant, then the position. */
export const DENTITIONS = {
  permanent: { upper: jawOf(1, 2, PERMANENT), lower: jawOf(4, 3, PERMANENT) },
  deciduous: { upper: jawOf(5, 6, DECIDUOUS), lower: jawOf(8, 7, DECIDUOUS) },
} as const;

/** All teeth in the order of the chart. */
export const TEETH: readonly number[] = Object.values(DENTITIONS).flatMap(({ upper, lower }) =>
  [...upper, ...lower].flat(),
);

/** A set of teeth, in the order of the chart. */
export const Teeth = z
  .array(z.number().int())
  .max(TEETH.length)
  .refine((teeth) => teeth.every((tooth) => TEETH.includes(tooth)))
  .overwrite((teeth) => TEETH.filter((tooth) => teeth.includes(tooth)));

const NAMES = [
  'центральный резец',
  'боковой резец',
  'клык',
  'первый премоляр',
  'второй премоляр',
  'первый моляр',
  'второй моляр',
  'третий моляр',
];
const DECIDUOUS_NAMES = [...NAMES.slice(0, 3), 'первый моляр', 'второй моляр'];

/** «верхняя челюсть справа, первый моляр» for tooth 16. */
export const toothName = (tooth: number): string => {
  const quadrant = Math.floor(tooth / 10);
  const position = tooth % 10;
  const isDeciduous = quadrant > 4;
  const jaw = [1, 2, 5, 6].includes(quadrant) ? 'верхняя челюсть' : 'нижняя челюсть';
  const side = [1, 4, 5, 8].includes(quadrant) ? 'справа' : 'слева';
  const name = (isDeciduous ? DECIDUOUS_NAMES : NAMES)[position - 1] ?? '';
  return `${jaw} ${side}, ${isDeciduous ? 'молочный ' : ''}${name}`;
};

/** «16, 17, 26»; a whole jaw of permanent teeth is written as words. */
export const teethInWords = (teeth: readonly number[]): string => {
  const whole = (['upper', 'lower'] as const).flatMap((jaw) => {
    const all = DENTITIONS.permanent[jaw].flat();
    return all.every((tooth) => teeth.includes(tooth))
      ? [{ all, name: jaw === 'upper' ? 'вся верхняя челюсть' : 'вся нижняя челюсть' }]
      : [];
  });
  const named = new Set(whole.flatMap(({ all }) => all));
  const single = teeth.filter((tooth) => !named.has(tooth)).toSorted((one, other) => one - other);
  return [...whole.map(({ name }) => name), ...single].join(', ');
};
