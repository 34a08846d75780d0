import type { Vector3 } from '../dicom/elements/file.ts';
import { dot } from '../dicom/vectors.ts';
import type { Point } from './curve.ts';

/**
 * A plane with orthonormal axes towards the patient's left, back and head; the curve of an arch lies in its
 * millimetres.
 */
export type Plane = { originMm: Vector3; left: Vector3; back: Vector3; up: Vector3 };

/** Rotation of the head in degrees: to a side, forwards or backwards, to a shoulder. */
type Rotation = { yaw: number; pitch: number; roll: number };

/** The axes of a rotated head. */
export function rotatedAxes({ yaw, pitch, roll }: Rotation): Pick<Plane, 'left' | 'back' | 'up'> {
  const [a, b, c] = [yaw, pitch, roll].map((degrees) => (degrees * Math.PI) / 180) as [
    number,
    number,
    number,
  ];
  const ca = Math.cos(a);
  const sa = Math.sin(a);
  const cb = Math.cos(b);
  const sb = Math.sin(b);
  const cc = Math.cos(c);
  const sc = Math.sin(c);
  return {
    left: [ca * cc - sa * sb * sc, sa * cc + ca * sb * sc, -cb * sc],
    back: [-sa * cb, ca * cb, sb],
    up: [ca * sc + sa * sb * cc, sa * sc - ca * sb * cc, cb * cc],
  };
}

/** The position in the volume of a point of the plane, or of the point `above` millimetres over it. */
export const planeToSpace = ({ originMm, left, back, up }: Plane, [u, v]: Point, above = 0): Vector3 => [
  originMm[0] + left[0] * u + back[0] * v + up[0] * above,
  originMm[1] + left[1] * u + back[1] * v + up[1] * above,
  originMm[2] + left[2] * u + back[2] * v + up[2] * above,
];

/** The orthogonal projection of a position in the volume onto the plane. */
export function spaceToPlane({ originMm, left, back }: Plane, position: Vector3): Point {
  const from: Vector3 = [position[0] - originMm[0], position[1] - originMm[1], position[2] - originMm[2]];
  return [dot(from, left), dot(from, back)];
}
