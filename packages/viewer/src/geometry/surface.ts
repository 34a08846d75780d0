import type { Curve } from '@snimok/imaging/panorama/curve';
import { dot } from '@snimok/imaging/dicom/vectors';
import { type Plane, planeToSpace, spaceToPlane } from '@snimok/imaging/panorama/plane';
import type { Axis } from '@snimok/imaging/volume/slice';
import type { Volume } from '@snimok/imaging/volume/volume';
import { nearestOnCurve, pointOnCurve } from './arch.ts';
import type { Vec2, Vec3 } from './vectors.ts';

/** The grid of a volume. Its origin is the centre of the first voxel, as in the imaging package. */
export type Grid = Pick<Volume, 'size' | 'spacingMm'>;

/** The flat or curved surface that a pane shows. Positions are in millimetres from its upper left corner. */
export interface Surface {
  sizeMm: Vec2;
  /** The point of the volume at a position, in the volume's millimetres. */
  toPoint: (position: Vec2) => Vec3;
  /** The nearest position on the surface, and the signed distance of the point from it. */
  toPosition: (point: Vec3) => { position: Vec2; offset: number };
  /** The unit normal at a column, towards positive offsets. */
  normalAt: (column: number) => Vec3;
  isFlat: boolean;
}

export const extentOf = ({ size, spacingMm }: Grid): Vec3 => [
  size[0] * spacingMm[0],
  size[1] * spacingMm[1],
  size[2] * spacingMm[2],
];

/** The slice perpendicular to an axis, oriented as `cutSlice` returns it. */
export function sliceSurface(grid: Grid, axis: Axis, slicePositionMm: number): Surface {
  const [sx, sy, sz] = grid.spacingMm;
  const [width, depth, height] = extentOf(grid);
  const down = height - sz / 2;
  if (axis === 2)
    return {
      sizeMm: [width, depth],
      toPoint: ([u, v]) => [u - sx / 2, v - sy / 2, slicePositionMm],
      toPosition: ([x, y, z]) => ({ position: [x + sx / 2, y + sy / 2], offset: z - slicePositionMm }),
      ...flatAcross([0, 0, 1]),
    };
  if (axis === 1)
    return {
      sizeMm: [width, height],
      toPoint: ([u, v]) => [u - sx / 2, slicePositionMm, down - v],
      toPosition: ([x, y, z]) => ({ position: [x + sx / 2, down - z], offset: y - slicePositionMm }),
      ...flatAcross([0, 1, 0]),
    };
  return {
    sizeMm: [depth, height],
    toPoint: ([u, v]) => [slicePositionMm, u - sy / 2, down - v],
    toPosition: ([x, y, z]) => ({ position: [y + sy / 2, down - z], offset: x - slicePositionMm }),
    ...flatAcross([1, 0, 0]),
  };
}

const flatAcross = (normal: Vec3) => ({ isFlat: true, normalAt: () => normal });

/** A dental arch: a curve in the occlusal plane, which may be tilted in the volume. */
export interface ArchCurve {
  curve: Curve;
  plane: Plane;
}

/**
 * The surface through the curve, perpendicular to the arch's plane, between two heights above that plane
 * (mm).
 */
export function panoramaSurface({ curve, plane }: ArchCurve, [bottom, top]: Vec2): Surface {
  const width = (curve.points.length - 1) * curve.stepMm;
  return {
    sizeMm: [width + curve.stepMm, top - bottom],
    toPoint: ([u, v]) => planeToSpace(plane, pointOnCurve(curve, u - curve.stepMm / 2).at, top - v),
    toPosition: (point) => {
      const { alongMm, offset } = nearestOnCurve(curve, spaceToPlane(plane, point));
      return { position: [alongMm + curve.stepMm / 2, top - heightAbove(plane, point)], offset };
    },
    normalAt: (u) => directionInVolume(plane, pointOnCurve(curve, u - curve.stepMm / 2).inwards),
    isFlat: false,
  };
}

/** A cross-section of the arch: the cheek is on the left, the tongue on the right; mirrored the other way round. */
export function crossSectionSurface(
  { curve, plane }: ArchCurve,
  alongMm: number,
  widthMm: number,
  [bottom, top]: Vec2,
  mirrored = false,
): Surface {
  const { at, inwards } = pointOnCurve(curve, alongMm);
  const side = mirrored ? -1 : 1;
  return {
    sizeMm: [widthMm, top - bottom],
    toPoint: ([u, v]) => {
      const across = side * (u - widthMm / 2);
      return planeToSpace(plane, [at[0] + inwards[0] * across, at[1] + inwards[1] * across], top - v);
    },
    toPosition: (point) => {
      const [x, y] = spaceToPlane(plane, point);
      const dx = x - at[0];
      const dy = y - at[1];
      const across = dx * inwards[0] + dy * inwards[1];
      return {
        position: [side * across + widthMm / 2, top - heightAbove(plane, point)],
        offset: dx * inwards[1] - dy * inwards[0],
      };
    },
    ...flatAcross(directionInVolume(plane, [inwards[1], -inwards[0]])),
  };
}

/** A direction in a plane as a direction of the volume. */
export const directionInVolume = ({ left, back }: Plane, [u, v]: Vec2): Vec3 => [
  left[0] * u + back[0] * v,
  left[1] * u + back[1] * v,
  left[2] * u + back[2] * v,
];

/** The signed distance of a point from a plane. */
export const heightAbove = ({ originMm, up }: Plane, [x, y, z]: Vec3): number =>
  dot([x - originMm[0], y - originMm[1], z - originMm[2]], up);
