import { type Axes, frameOf } from '../geometry/frame.ts';
import { dot, scale } from '../geometry/rod.ts';
import type { Grid } from '../geometry/surface.ts';
import type { Vec2, Vec3 } from '../geometry/vectors.ts';
import type { Ray } from './view.ts';

/** The points whose coordinate along the unit normal is at most `atMm`. */
export interface HalfSpace {
  normal: Vec3;
  atMm: number;
}

/** One plane of clipping and six of the cropping box. */
export const MOST_HALF_SPACES = 7;

export const CLIPS = ['none', 'axial', 'coronal', 'sagittal', 'free'] as const;

/** The plane at which the 3D view is cut. */
export interface Clip {
  by: (typeof CLIPS)[number];
  /** whether the other side is removed */
  flipped: boolean;
  /** of the free plane, towards the removed side, in the shown axes */
  normal: Vec3;
  /** of the free plane from the crosshair */
  offsetMm: number;
}

/** The part of the volume that is shown, along the shown axes: fractions from 0 to 1. */
export type Crop = readonly [left: Vec2, back: Vec2, up: Vec2];

export const NO_CLIP: Clip = { by: 'none', flipped: false, normal: [0, -1, 0], offsetMm: 0 };
export const NO_CROP: Crop = [
  [0, 1],
  [0, 1],
  [0, 1],
];

/** What is removed by default: above, in front, on the patient's left; in the shown axes. */
const REMOVED: Record<'axial' | 'coronal' | 'sagittal', Vec3> = {
  axial: [0, 0, 1],
  coronal: [0, -1, 0],
  sagittal: [1, 0, 0],
};

/** The half-spaces of clipping and cropping, in the volume's millimetres. */
export function halfSpacesOf(
  grid: Grid,
  axes: Axes,
  cursor: Vec3,
  { clip, crop }: { clip: Clip; crop: Crop },
): HalfSpace[] {
  const spaces: HalfSpace[] = [];
  if (clip.by !== 'none') {
    const [x, y, z] = clip.by === 'free' ? clip.normal : REMOVED[clip.by];
    const out = ([0, 1, 2] as const).map((at) => axes[0][at] * x + axes[1][at] * y + axes[2][at] * z);
    const normal = scale([out[0]!, out[1]!, out[2]!], clip.flipped ? -1 : 1);
    const offsetMm = clip.by === 'free' ? clip.offsetMm : 0;
    spaces.push({ normal, atMm: dot(normal, cursor) + offsetMm });
  }
  const { from, count, stepMm } = frameOf(grid, axes);
  for (const axis of [0, 1, 2] as const) {
    const [low, high] = crop[axis];
    const lengthMm = count[axis] * stepMm;
    if (low > 0) spaces.push({ normal: scale(axes[axis], -1), atMm: -(from[axis] + low * lengthMm) });
    if (high < 1) spaces.push({ normal: axes[axis], atMm: from[axis] + high * lengthMm });
  }
  return spaces;
}

/** The six sides of a volume's voxels. */
export function sidesOf({ size, spacingMm }: Grid): HalfSpace[] {
  return ([0, 1, 2] as const).flatMap((axis) => {
    const normal: Vec3 = [axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0];
    return [
      { normal, atMm: (size[axis] - 0.5) * spacingMm[axis] },
      { normal: scale(normal, -1), atMm: 0.5 * spacingMm[axis] },
    ];
  });
}

/** The distances along a ray between which it is in all half-spaces; undefined if it misses them. */
export function rangeWithin({ at, along }: Ray, spaces: readonly HalfSpace[]): Vec2 | undefined {
  let begin = -Infinity;
  let end = Infinity;
  for (const { normal, atMm } of spaces) {
    const height = dot(normal, at) - atMm;
    const rate = dot(normal, along);
    if (Math.abs(rate) < 1e-9) {
      if (height > 0) return undefined;
    } else if (rate > 0) end = Math.min(end, -height / rate);
    else begin = Math.max(begin, -height / rate);
  }
  return begin < end ? [begin, end] : undefined;
}
