import type { Orientation } from './elements/file.ts';

/** Towards the patient's left, back and head (PS3.3, C.7.6.1.1.1), and the opposite directions. */
const LETTERS = [
  ['L', 'R'],
  ['P', 'A'],
  ['H', 'F'],
] as const;
/** A component below this is within two degrees of the plane of the others. */
const NEGLIGIBLE = 0.035;

/**
 * The directions of rows and columns: those in the header, otherwise those of the direction cosines, the
 * largest component first. Null if both are missing or not in the letters of bipeds.
 */
export function patientOrientationOf(
  stated: readonly string[],
  orientation: Orientation | null,
): readonly [row: string, column: string] | null {
  const [row = '', column = ''] = stated.map((text) => text.trim().toUpperCase());
  if (isDirection(row) && isDirection(column)) return [row, column];
  if (!orientation) return null;
  const [ax, ay, az, bx, by, bz] = orientation;
  return [lettersOf([ax, ay, az]), lettersOf([bx, by, bz])];
}

const isDirection = (text: string) => /^[LRPAHF]{1,3}$/.test(text);

const lettersOf = (direction: readonly number[]): string =>
  direction
    .map((value, axis) => ({ size: Math.abs(value), letter: LETTERS[axis]![value > 0 ? 0 : 1] }))
    .filter(({ size }) => size > NEGLIGIBLE)
    .toSorted((one, other) => other.size - one.size)
    .map(({ letter }) => letter)
    .join('');
