/** One kind of tooth: sizes in mm (Wheeler's table of averages) and its roots. */
export type ToothKind = {
  form: 'incisor' | 'canine' | 'premolar' | 'molar';
  /** Mesiodistal and buccolingual size of the crown. */
  width: number;
  depth: number;
  crown: number;
  root: number;
  roots: readonly RootShape[];
};

/**
 * A root's axis at the furcation and its half axes, as fractions of the crown's half width and half depth.
 */
type RootShape = {
  along: number;
  across: number;
  halfWidth: number;
  halfDepth: number;
};

const SINGLE: readonly RootShape[] = [{ along: 0, across: 0, halfWidth: 0.7, halfDepth: 0.82 }];
const TWO_ACROSS: readonly RootShape[] = [
  { along: 0, across: 0.42, halfWidth: 0.5, halfDepth: 0.4 },
  { along: 0, across: -0.42, halfWidth: 0.5, halfDepth: 0.4 },
];
const TWO_ALONG: readonly RootShape[] = [
  { along: -0.5, across: 0, halfWidth: 0.36, halfDepth: 0.68 },
  { along: 0.5, across: 0, halfWidth: 0.36, halfDepth: 0.6 },
];
const THREE: readonly RootShape[] = [
  { along: -0.46, across: 0.4, halfWidth: 0.34, halfDepth: 0.42 },
  { along: 0.46, across: 0.4, halfWidth: 0.3, halfDepth: 0.36 },
  { along: 0.05, across: -0.55, halfWidth: 0.42, halfDepth: 0.36 },
];

const kind = (
  form: ToothKind['form'],
  [width, depth, crown, root]: readonly [number, number, number, number],
  roots = SINGLE,
): ToothKind => ({ form, width, depth, crown, root, roots });

/** Teeth from the central incisor to the third molar. */
export const UPPER: readonly ToothKind[] = [
  kind('incisor', [8.5, 7, 10.5, 13]),
  kind('incisor', [6.5, 6, 9, 13]),
  kind('canine', [7.5, 8, 10, 17]),
  kind('premolar', [7, 9, 8.5, 14], TWO_ACROSS),
  kind('premolar', [7, 9, 8.5, 14]),
  kind('molar', [10, 11, 7.5, 12.5], THREE),
  kind('molar', [9, 11, 7, 12], THREE),
  kind('molar', [8.5, 10, 6.5, 11], THREE),
];
export const LOWER: readonly ToothKind[] = [
  kind('incisor', [5, 6, 9, 12.5]),
  kind('incisor', [5.5, 6.5, 9.5, 14]),
  kind('canine', [7, 7.5, 11, 16]),
  kind('premolar', [7, 7.5, 8.5, 14]),
  kind('premolar', [7, 8, 8, 14.5]),
  kind('molar', [11, 10.5, 7.5, 14], TWO_ALONG),
  kind('molar', [10.5, 10, 7, 13], TWO_ALONG),
  kind('molar', [10, 9.5, 7, 11], TWO_ALONG),
];
