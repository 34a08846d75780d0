import type { Vector3 } from './elements/file.ts';

export const dot = (one: Vector3, other: Vector3): number =>
  one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
