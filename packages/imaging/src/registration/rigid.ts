import type { Vector3 } from '../dicom/elements/file.ts';

/** A rotation and a shift: `point → rotation · point + shiftMm`. Rows of the rotation; millimetres. */
export interface Rigid {
  rotation: readonly [Vector3, Vector3, Vector3];
  shiftMm: Vector3;
}

type Rotation = Rigid['rotation'];

export const UNMOVED: Rigid = {
  rotation: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  shiftMm: [0, 0, 0],
};

/** A direction, which is rotated and not shifted. */
export const rotated = ({ rotation: [a, b, c] }: Pick<Rigid, 'rotation'>, [x, y, z]: Vector3): Vector3 => [
  a[0] * x + a[1] * y + a[2] * z,
  b[0] * x + b[1] * y + b[2] * z,
  c[0] * x + c[1] * y + c[2] * z,
];

export function transformed(transform: Rigid, point: Vector3): Vector3 {
  const [x, y, z] = rotated(transform, point);
  const [dx, dy, dz] = transform.shiftMm;
  return [x + dx, y + dy, z + dz];
}

const transposed = ([a, b, c]: Rotation): Rotation => [
  [a[0], b[0], c[0]],
  [a[1], b[1], c[1]],
  [a[2], b[2], c[2]],
];

/** First `first`, then `second`. */
export function composed(second: Rigid, first: Rigid): Rigid {
  const columns = transposed(first.rotation).map((column) => rotated(second, column)) as unknown as Rotation;
  return { rotation: transposed(columns), shiftMm: transformed(second, first.shiftMm) };
}

export function inverted({ rotation, shiftMm }: Rigid): Rigid {
  const back = transposed(rotation);
  const [x, y, z] = rotated({ rotation: back }, shiftMm);
  return { rotation: back, shiftMm: [-x, -y, -z] };
}

/** The rotation about a vector by its length in radians (Rodrigues' formula). */
export function rotationBy(vector: Vector3): Rotation {
  const angle = Math.hypot(...vector);
  if (angle < 1e-12) return UNMOVED.rotation;
  const x = vector[0] / angle;
  const y = vector[1] / angle;
  const z = vector[2] / angle;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const rest = 1 - cos;
  return [
    [cos + x * x * rest, x * y * rest - z * sin, x * z * rest + y * sin],
    [y * x * rest + z * sin, cos + y * y * rest, y * z * rest - x * sin],
    [z * x * rest - y * sin, z * y * rest + x * sin, cos + z * z * rest],
  ];
}

/** The rotation `rotation` about a point, then the shift. */
export function movedAbout(centre: Vector3, rotation: Rotation, shiftMm: Vector3): Rigid {
  const [x, y, z] = rotated({ rotation }, centre);
  return {
    rotation,
    shiftMm: [centre[0] - x + shiftMm[0], centre[1] - y + shiftMm[1], centre[2] - z + shiftMm[2]],
  };
}

/**
 * The angle of the rotation in degrees, 0 to 180.
 * @internal
 */
export const angleOf = ({ rotation: [a, b, c] }: Pick<Rigid, 'rotation'>): number =>
  (Math.acos(Math.min(1, Math.max(-1, (a[0] + b[1] + c[2] - 1) / 2))) * 180) / Math.PI;
