import type { SheetCut } from '@snimok/imaging/volume/sheet';
import type { Axis, Blend } from '@snimok/imaging/volume/slice';
import { cross, dot, moved, scale, subtract } from './rod.ts';
import type { Grid, Surface } from './surface.ts';
import type { Vec2, Vec3 } from './vectors.ts';

/** Directions that are shown as the patient's left, back and head: orthonormal and right-handed, in the volume's axes. */
export type Axes = readonly [left: Vec3, back: Vec3, up: Vec3];

export const GRID_AXES: Axes = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** A levelled volume: coordinates along the axes, from the first layer to beyond the last one, in millimetres. */
export interface Frame {
  axes: Axes;
  from: Vec3;
  stepMm: number;
  count: Vec3;
}

const unit = (vector: Vec3): Vec3 | undefined => {
  const length = Math.hypot(...vector);
  return length > 1e-6 ? scale(vector, 1 / length) : undefined;
};

/**
 * The axes of a plane through three points: two behind, on the patient's right and left, and one in front. Left runs from
 * the right point to the left one. Undefined if they are nearly in a line.
 */
export function axesThrough([right, leftPoint, front]: readonly [Vec3, Vec3, Vec3]): Axes | undefined {
  const across = subtract(leftPoint, right);
  const backwards = subtract(right, front);
  const normal = cross(across, backwards);
  const isLine = Math.hypot(...normal) < 0.05 * Math.hypot(...across) * Math.hypot(...backwards);
  const left = unit(across);
  const up = unit(normal);
  return isLine || !left || !up ? undefined : [left, cross(up, left), up];
}

/** Rotates the axes about a direction by degrees, counterclockwise when it points to the viewer. */
export const rotatedAbout = (axes: Axes, about: Vec3, degrees: number): Axes => {
  const cos = Math.cos((degrees * Math.PI) / 180);
  const sin = Math.sin((degrees * Math.PI) / 180);
  const rotated = (vector: Vec3): Vec3 =>
    moved(moved(scale(vector, cos), cross(about, vector), sin), about, dot(about, vector) * (1 - cos));
  const left = unit(rotated(axes[0])) ?? axes[0];
  // made orthonormal again, because the errors of many small steps add up
  const up = unit(cross(left, rotated(axes[1]))) ?? axes[2];
  return [left, cross(up, left), up];
};

const ORTHONORMAL = 1e-3;

/** Whether stored directions can be used: anything else would distort lengths. */
export function isOrthonormal([left, back, up]: Axes): boolean {
  const lengths = [left, back, up].map((axis) => Math.abs(Math.hypot(...axis) - 1));
  const handed = subtract(cross(left, back), up);
  return Math.max(...lengths, Math.abs(dot(left, back)), Math.hypot(...handed)) < ORTHONORMAL;
}

/** A frame that contains the whole volume. */
export function frameOf({ size, spacingMm }: Grid, axes: Axes): Frame {
  const stepMm = Math.min(...spacingMm);
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((corner): Vec3 => {
    const at = (axis: 0 | 1 | 2) => ((corner >> axis) & 1 ? size[axis] - 0.5 : -0.5) * spacingMm[axis];
    return [at(0), at(1), at(2)];
  });
  const range = (axis: Vec3): Vec2 => {
    const along = corners.map((corner) => dot(corner, axis));
    return [Math.min(...along), Math.max(...along)];
  };
  const [x, y, z] = axes.map(range) as [Vec2, Vec2, Vec2];
  const count = ([low, high]: Vec2) => Math.ceil((high - low) / stepMm - 1e-6);
  return { axes, from: [x[0], y[0], z[0]], stepMm, count: [count(x), count(y), count(z)] };
}

/** Coordinates of a point of the volume, from the edge of the first layer. */
export const toFrame = ({ axes, from }: Frame, point: Vec3): Vec3 => [
  dot(point, axes[0]) - from[0],
  dot(point, axes[1]) - from[1],
  dot(point, axes[2]) - from[2],
];

export function fromFrame({ axes, from }: Frame, at: Vec3): Vec3 {
  const point = [0, 1, 2].map((axis) =>
    axes.reduce((sum, direction, along) => sum + direction[axis]! * (at[along]! + from[along]!), 0),
  );
  return [point[0]!, point[1]!, point[2]!];
}

/** The layer of a point; the middle of layer 0 is half a step from the edge. */
export const layerAt = (frame: Frame, point: Vec3, axis: Axis): number =>
  Math.floor(toFrame(frame, point)[axis] / frame.stepMm + 1e-9);
export const layerMm = ({ stepMm }: Frame, layer: number): number => (layer + 0.5) * stepMm;

/** The axes that run to the right and down; the head is always up. */
const PICTURE: Record<Axis, { right: Axis; down: Axis; isDownReversed: boolean }> = {
  2: { right: 0, down: 1, isDownReversed: false },
  1: { right: 0, down: 2, isDownReversed: true },
  0: { right: 1, down: 2, isDownReversed: true },
};

/** The plane through the middle of a layer, oriented as the slices of the volume itself. */
export function layerSurface(frame: Frame, axis: Axis, layer: number): Surface {
  const { right, down, isDownReversed } = PICTURE[axis];
  const lengthOf = (along: Axis) => frame.count[along] * frame.stepMm;
  const height = lengthOf(down);
  return {
    sizeMm: [lengthOf(right), height],
    toPoint: ([u, v]) => {
      const at: [number, number, number] = [0, 0, 0];
      at[axis] = layerMm(frame, layer);
      at[right] = u;
      at[down] = isDownReversed ? height - v : v;
      return fromFrame(frame, at);
    },
    toPosition: (point) => {
      const at = toFrame(frame, point);
      const v = isDownReversed ? height - at[down] : at[down];
      return { position: [at[right], v], offset: at[axis] - layerMm(frame, layer) };
    },
    isFlat: true,
    normalAt: () => frame.axes[axis],
  };
}

/** A slab of `slices` layers about a layer, as a cut of the volume. */
export function layerCut(frame: Frame, axis: Axis, layer: number, slices: number, blend: Blend): SheetCut {
  const { stepMm, axes, count } = frame;
  const { right, down, isDownReversed } = PICTURE[axis];
  const surface = layerSurface(frame, axis, layer);
  const height = surface.sizeMm[1];
  const before = Math.floor((slices - 1) / 2);
  return {
    columns: Array.from({ length: count[right] }, (_, column) => ({
      originMm: surface.toPoint([(column + 0.5) * stepMm, height]),
      normal: axes[axis],
    })),
    up: isDownReversed ? axes[down] : scale(axes[down], -1),
    heightMm: [0, height],
    pixelMm: stepMm,
    slabMm: [-(before + 0.5) * stepMm, (slices - before - 0.5) * stepMm],
    stepMm,
    blend,
  };
}
