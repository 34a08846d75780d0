import type { Vec3 } from '../geometry/vectors.ts';

/** A rotation matrix: the screen's right, its up, and the direction to the viewer, in the volume's axes. */
export type Camera = readonly [right: Vec3, up: Vec3, towards: Vec3];

/** Facing the patient, whose right is on the left of the screen. */
const FRONT: Camera = [
  [1, 0, 0],
  [0, 0, 1],
  [0, -1, 0],
];

const mix = (one: Vec3, other: Vec3, cos: number, sin: number): Vec3 => [
  one[0] * cos + other[0] * sin,
  one[1] * cos + other[1] * sin,
  one[2] * cos + other[2] * sin,
];

/** Rotates by angles (radians) about the screen's vertical and horizontal axes, like a trackball. */
export function rotated([right, up, towards]: Camera, byX: number, byY: number): Camera {
  const [cx, sx, cy, sy] = [Math.cos(byX), Math.sin(byX), Math.cos(byY), Math.sin(byY)];
  const side = mix(right, towards, cx, sx);
  const ahead = mix(towards, right, cx, -sx);
  return [side, mix(up, ahead, cy, -sy), mix(ahead, up, cy, sy)];
}

const QUARTER = Math.PI / 2;

export const CAMERA_PRESETS = {
  front: FRONT,
  // seen from the patient's right
  right: rotated(FRONT, -QUARTER, 0),
  left: rotated(FRONT, QUARTER, 0),
  below: rotated(FRONT, 0, QUARTER),
} as const;

export type CameraPreset = keyof typeof CAMERA_PRESETS;

/** Slightly from the side and from above, so that the front is visible in depth. */
export const INITIAL_CAMERA: Camera = rotated(FRONT, -0.45, -0.12);
