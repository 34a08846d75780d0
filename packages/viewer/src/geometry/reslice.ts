import { archSpline } from '@snimok/imaging/panorama/arch-spline';
import { evenCurve } from '@snimok/imaging/panorama/curve';
import { type Plane, planeToSpace, spaceToPlane } from '@snimok/imaging/panorama/plane';
import type { Blend } from '@snimok/imaging/volume/slice';
import type { SheetCut } from '@snimok/imaging/volume/sheet';
import { pointOnCurve } from './arch.ts';
import { cross, dot, scale, subtract } from './rod.ts';
import { type ArchCurve, directionInVolume, extentOf, type Grid } from './surface.ts';
import type { Vec2, Vec3 } from './vectors.ts';

/** A line on a slice, in the volume's millimetres. */
export interface SliceLine {
  points: readonly Vec3[];
  /** unit normal of the slice: upwards in the cut along the line */
  across: Vec3;
  /** a smooth curve through the points, or straight lines between them */
  isCurved: boolean;
}

/** As fine as the smallest voxels. */
const CURVE_STEP_MM = 0.1;

/** The line as a curve in the plane of its slice; undefined for a line without a length. */
export function curveOfLine({ points, across, isCurved }: SliceLine): ArchCurve | undefined {
  const [first] = points;
  const other = points.find((point) => first && Math.hypot(...subtract(point, first)) > CURVE_STEP_MM);
  if (!first || !other) return undefined;
  const towards = subtract(other, first);
  const flat = subtract(towards, scale(across, dot(towards, across)));
  const length = Math.hypot(...flat);
  if (length < CURVE_STEP_MM) return undefined;
  const left = scale(flat, 1 / length);
  const plane: Plane = {
    originMm: [...first],
    left: [...left],
    back: [...cross(across, left)],
    up: [...across],
  };
  const controls = points.map((point): [number, number, number] => [...point]);
  const curve = isCurved
    ? archSpline(plane, controls, CURVE_STEP_MM)
    : evenCurve(
        controls.map((point) => spaceToPlane(plane, point)),
        CURVE_STEP_MM,
      );
  return { curve, plane };
}

/** The least and the greatest height above a plane that a volume reaches. */
export function heightsAbove(grid: Grid, { originMm, up }: Plane): Vec2 {
  const extent = extentOf(grid);
  let low = 0;
  let high = 0;
  for (const axis of [0, 1, 2] as const) {
    const [from, to] = [-grid.spacingMm[axis] / 2, extent[axis] - grid.spacingMm[axis] / 2].map(
      (mm) => (mm - originMm[axis]) * up[axis],
    ) as [number, number];
    low += Math.min(from, to);
    high += Math.max(from, to);
  }
  return [low, high];
}

/** What the surface through the line, perpendicular to its slice, shows of the volume. */
export function resliceCut(
  { curve, plane }: ArchCurve,
  { heightMm, pixelMm, slabMm, blend }: { heightMm: Vec2; pixelMm: number; slabMm: number; blend: Blend },
): SheetCut {
  const length = (curve.points.length - 1) * curve.stepMm;
  const count = Math.max(2, Math.round(length / pixelMm));
  const thickness = Math.max(slabMm, pixelMm);
  return {
    columns: Array.from({ length: count }, (_, column) => {
      const { at, inwards } = pointOnCurve(curve, ((column + 0.5) / count) * length);
      return { originMm: planeToSpace(plane, at), normal: directionInVolume(plane, inwards) };
    }),
    up: plane.up,
    heightMm,
    pixelMm,
    slabMm: [-thickness / 2, thickness / 2],
    stepMm: pixelMm,
    blend,
  };
}
