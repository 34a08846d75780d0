import type { Axes } from '../geometry/frame.ts';
import { cross, dot, moved, scale } from '../geometry/rod.ts';
import type { Vec3 } from '../geometry/vectors.ts';

/** A rotation matrix: the screen's right, its up, and the direction to the viewer. */
export type Camera = readonly [right: Vec3, up: Vec3, towards: Vec3];

/** Facing the patient, whose right is on the left of the screen. Axes: left, back, up. */
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

/**
 * Rotates by angles (radians) about the screen's vertical and horizontal axes, like a trackball: positive angles move the
 * side that faces the viewer to the right and down.
 */
export function rotated([right, up, towards]: Camera, byX: number, byY: number): Camera {
  const cx = Math.cos(byX);
  const sx = Math.sin(byX);
  const cy = Math.cos(byY);
  const sy = Math.sin(byY);
  const side = mix(right, towards, cx, sx);
  const ahead = mix(towards, right, cx, -sx);
  return [side, mix(up, ahead, cy, -sy), mix(ahead, up, cy, sy)];
}

const QUARTER = Math.PI / 2;

/**
 * The standard views, in the axes in which the panes show the volume: in a levelled volume they look along the levelled
 * axes.
 */
export const CAMERA_PRESETS = {
  front: FRONT,
  // seen from the patient's right
  right: rotated(FRONT, QUARTER, 0),
  left: rotated(FRONT, -QUARTER, 0),
  above: rotated(FRONT, 0, QUARTER),
  below: rotated(FRONT, 0, -QUARTER),
} as const;

export type CameraPreset = keyof typeof CAMERA_PRESETS;

/** Slightly from the side and from above, so that the front is visible in depth. */
export const INITIAL_CAMERA: Camera = rotated(FRONT, 0.45, 0.12);

const along = ([left, back, up]: Axes, [x, y, z]: Vec3): Vec3 => moved(moved(scale(left, x), back, y), up, z);

/** A camera in the shown axes as one in the volume's axes. */
export const cameraInVolume = ([right, up, towards]: Camera, axes: Axes): Camera => [
  along(axes, right),
  along(axes, up),
  along(axes, towards),
];

const components = (axes: Axes, vector: Vec3): Vec3 => [
  dot(vector, axes[0]),
  dot(vector, axes[1]),
  dot(vector, axes[2]),
];

/** The inverse of `cameraInVolume`. */
export const cameraInAxes = ([right, up, towards]: Camera, axes: Axes): Camera => [
  components(axes, right),
  components(axes, up),
  components(axes, towards),
];

/** A camera with these directions to the right and up; undefined if they are parallel or without a length. */
export function cameraFrom(right: Vec3, up: Vec3): Camera | undefined {
  const towards = unit(cross(right, up));
  const across = unit(right);
  return towards && across && [across, cross(towards, across), towards];
}

const unit = (vector: Vec3): Vec3 | undefined => {
  const length = Math.hypot(...vector);
  return length > 1e-3 ? scale(vector, 1 / length) : undefined;
};
