import { type Frame, originOf } from './anatomy.ts';

/** The volume being drawn, addressed in patient coordinates (mm). */
export type Canvas = Frame & {
  origin: { x: number; y: number; z: number };
  values: Int16Array;
};

export function emptyCanvas(frame: Frame, density: number): Canvas {
  const [nx, ny, nz] = frame.size;
  return {
    ...frame,
    origin: originOf(frame),
    values: new Int16Array(nx * ny * nz).fill(density),
  };
}

/** Minimum and maximum per axis, in mm. */
type Box = {
  x: readonly [number, number];
  y: readonly [number, number];
  z: readonly [number, number];
};

/** Calls back for each voxel of the box inside the volume, with the index of its value. */
export function forEachVoxel(
  canvas: Canvas,
  box: Box,
  visit: (index: number, x: number, y: number, z: number) => void,
): void {
  const { origin, spacingMm, size } = canvas;
  const first = (mm: number, zero: number) => Math.max(0, Math.ceil((mm - zero) / spacingMm));
  const last = (mm: number, zero: number, count: number) =>
    Math.min(count - 1, Math.floor((mm - zero) / spacingMm));
  const i0 = first(box.x[0], origin.x);
  const i1 = last(box.x[1], origin.x, size[0]);
  const j0 = first(box.y[0], origin.y);
  const j1 = last(box.y[1], origin.y, size[1]);
  const k0 = first(box.z[0], origin.z);
  const k1 = last(box.z[1], origin.z, size[2]);
  for (let k = k0; k <= k1; k += 1) {
    const z = origin.z + k * spacingMm;
    for (let j = j0; j <= j1; j += 1) {
      const y = origin.y + j * spacingMm;
      const row = (k * size[1] + j) * size[0];
      for (let i = i0; i <= i1; i += 1) visit(row + i, origin.x + i * spacingMm, y, z);
    }
  }
}

/** Blends a density into a voxel in proportion to its coverage, so edges are one voxel wide. */
export function blend({ values, spacingMm }: Canvas, index: number, density: number, depthMm: number): void {
  const cover = depthMm / spacingMm + 0.5;
  if (cover <= 0) return;
  const below = values[index]!;
  values[index] = cover >= 1 ? density : below + (density - below) * cover;
}

/** Depth inside a box with a rounded edge, computed from the depths below its two sides. */
export function roundedDepth(one: number, other: number, radiusMm: number): number {
  if (one >= radiusMm || other >= radiusMm) return Math.min(one, other);
  return radiusMm - Math.hypot(radiusMm - one, radiusMm - other);
}

export type Ellipsoid = {
  at: readonly [number, number, number];
  radii: readonly [number, number, number];
};

export const boxOf = ({ at, radii }: Ellipsoid, marginMm = 1): Box => ({
  x: [at[0] - radii[0] - marginMm, at[0] + radii[0] + marginMm],
  y: [at[1] - radii[1] - marginMm, at[1] + radii[1] + marginMm],
  z: [at[2] - radii[2] - marginMm, at[2] + radii[2] + marginMm],
});

/** Depth below the surface, in mm near the surface; negative outside. */
export function depthIn({ at, radii }: Ellipsoid, x: number, y: number, z: number): number {
  const ring = Math.hypot((x - at[0]) / radii[0], (y - at[1]) / radii[1], (z - at[2]) / radii[2]);
  return (1 - ring) * Math.min(radii[0], radii[1], radii[2]);
}

/** Draws an ellipsoid of constant density. */
export function fill(canvas: Canvas, shape: Ellipsoid, density: number): void {
  forEachVoxel(canvas, boxOf(shape), (index, x, y, z) =>
    blend(canvas, index, density, depthIn(shape, x, y, z)),
  );
}

/** The shape mirrored at the midline. */
export const mirrored = ({ at, radii }: Ellipsoid): Ellipsoid => ({ at: [-at[0], at[1], at[2]], radii });

/**
 * Blurs the volume slightly, like the point spread of a scanner: each voxel is mixed with its six neighbours.
 */
export function soften({ size, values }: Canvas): void {
  const [nx, ny, nz] = size;
  blur(values, 1, nx);
  blur(values, nx, ny);
  blur(values, nx * ny, nz);
}

/** Filters one axis in place with the kernel (1, 4, 1) / 6; the unfiltered previous value is kept. */
function blur(values: Int16Array, stride: number, count: number): void {
  const block = stride * count;
  for (let start = 0; start < values.length; start += block) {
    for (let line = start; line < start + stride; line += 1) {
      let before = values[line]!;
      for (let at = line; at < line + block - stride; at += stride) {
        const here = values[at]!;
        values[at] = (before + 4 * here + values[at + stride]!) / 6;
        before = here;
      }
    }
  }
}
