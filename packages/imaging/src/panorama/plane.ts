import type { Vector3 } from '../dicom/file.ts';
import type { Point } from './curve.ts';

/** A plane with its own axes: towards the patient's left, back and head. Arches lie in one, in its millimetres. */
export type Plane = { originMm: Vector3; left: Vector3; back: Vector3; up: Vector3 };

/** Degrees: turned to a side, nodding, leaning to a shoulder. */
export type Rotation = { yaw: number; pitch: number; roll: number };

/** The axes of a head that is turned. */
export function rotatedAxes({ yaw, pitch, roll }: Rotation): Pick<Plane, 'left' | 'back' | 'up'> {
  const [a, b, c] = [yaw, pitch, roll].map((degrees) => (degrees * Math.PI) / 180) as [
    number,
    number,
    number,
  ];
  const [ca, sa, cb, sb, cc, sc] = [
    Math.cos(a),
    Math.sin(a),
    Math.cos(b),
    Math.sin(b),
    Math.cos(c),
    Math.sin(c),
  ];
  return {
    left: [ca * cc - sa * sb * sc, sa * cc + ca * sb * sc, -cb * sc],
    back: [-sa * cb, ca * cb, sb],
    up: [ca * sc + sa * sb * cc, sa * sc - ca * sb * cc, cb * cc],
  };
}

/** A point of the plane, and so far above it. */
export const planeToSpace = ({ originMm, left, back, up }: Plane, [u, v]: Point, above = 0): Vector3 => [
  originMm[0] + left[0] * u + back[0] * v + up[0] * above,
  originMm[1] + left[1] * u + back[1] * v + up[1] * above,
  originMm[2] + left[2] * u + back[2] * v + up[2] * above,
];

/** The point of the plane straight below or above. */
export function spaceToPlane({ originMm, left, back }: Plane, place: Vector3): Point {
  const from: Vector3 = [place[0] - originMm[0], place[1] - originMm[1], place[2] - originMm[2]];
  return [dot(from, left), dot(from, back)];
}

export const dot = (one: Vector3, other: Vector3): number =>
  one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
