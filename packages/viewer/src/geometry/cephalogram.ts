import type { SheetCut } from '@snimok/imaging/volume/sheet';
import { type Frame, fromFrame, toFrame } from './frame.ts';
import { type HeadBody, reachOf } from './head-body.ts';
import { type Rectangle, rectangleCut } from './rectangle.ts';
import { scale } from './rod.ts';
import type { Vec2, Vec3 } from './vectors.ts';

export interface Projected {
  view: 'lateral' | 'frontal';
  /** of a lateral view: which side of the plane through `at` the rays pass through */
  part: 'whole' | 'right' | 'left';
}

/**
 * The plane of a cephalogram through a point of a levelled volume. A lateral one is seen from the patient's right, with
 * the face on the right; a frontal one from the front.
 */
export function cephalogramPlane(box: Frame, { view }: Projected, at: Vec3): Rectangle {
  const { axes, count, stepMm } = box;
  const along = toFrame(box, at);
  const width = count[0] * stepMm;
  const depth = count[1] * stepMm;
  const height = count[2] * stepMm;
  if (view === 'frontal')
    return {
      center: fromFrame(box, [width / 2, along[1], height / 2]),
      right: axes[0],
      up: axes[2],
      sizeMm: [width, height],
    };
  return {
    center: fromFrame(box, [along[0], depth / 2, height / 2]),
    right: scale(axes[1], -1),
    up: axes[2],
    sizeMm: [depth, height],
  };
}

/** Rays are sampled at every second voxel: over a head, the sum does not differ visibly. */
const RAY_STEP = 2;
const LEAST_PIXEL_MM = 0.25;

/**
 * The mean along parallel rays perpendicular to the plane, through the whole head or through one side of the point. What lies
 * outside the head is left out if the head is given.
 */
export function cephalogramCut(box: Frame, projected: Projected, at: Vec3, head?: HeadBody): SheetCut {
  const { count, stepMm } = box;
  const axis = projected.view === 'lateral' ? 0 : 1;
  const length = count[axis] * stepMm;
  const isWhole = projected.view === 'frontal' || projected.part === 'whole';
  // the picture of the whole head does not depend on the point
  const middle = fromFrame(box, [(count[0] * stepMm) / 2, (count[1] * stepMm) / 2, (count[2] * stepMm) / 2]);
  const from = isWhole ? middle : at;
  // offsets are positive towards the viewer: to the patient's right, or to the front
  const before = toFrame(box, from)[axis];
  const whole: Vec2 = [before - length, before];
  const slabMm: Vec2 = isWhole
    ? whole
    : projected.part === 'right'
      ? [0, Math.max(stepMm, whole[1])]
      : [Math.min(-stepMm, whole[0]), 0];
  const plane = cephalogramPlane(box, projected, from);
  const cut = rectangleCut(plane, {
    pixelMm: Math.max(LEAST_PIXEL_MM, stepMm),
    slabMm,
    stepMm: stepMm * RAY_STEP,
    blend: 'mean',
  });
  return head ? { ...cut, reach: reachOf(plane, head) } : cut;
}

/** The values below which the two given fractions of a picture lie: the first is shown black, the second white. */
export function rangeOf(values: ArrayLike<number>, [low, high]: Vec2): Vec2 {
  const sorted = Float64Array.from(values).sort();
  const at = (part: number) => sorted[Math.round(part * (sorted.length - 1))] ?? 0;
  return [at(low), Math.max(at(high), at(low) + 1)];
}
