import { type Frame, originOf } from './anatomy.ts';

/** The block being drawn, in the patient's millimetres. */
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

/** Millimetres from one end to the other. */
export type Box = {
  x: readonly [number, number];
  y: readonly [number, number];
  z: readonly [number, number];
};

/** Visits the voxels of a box that lie in the block; the index is that of the value. */
export function forEachVoxel(
  canvas: Canvas,
  box: Box,
  visit: (index: number, x: number, y: number, z: number) => void,
): void {
  const { origin, spacingMm, size } = canvas;
  const first = (mm: number, zero: number) => Math.max(0, Math.ceil((mm - zero) / spacingMm));
  const last = (mm: number, zero: number, count: number) =>
    Math.min(count - 1, Math.floor((mm - zero) / spacingMm));
  const [i0, i1] = [first(box.x[0], origin.x), last(box.x[1], origin.x, size[0])];
  const [j0, j1] = [first(box.y[0], origin.y), last(box.y[1], origin.y, size[1])];
  const [k0, k1] = [first(box.z[0], origin.z), last(box.z[1], origin.z, size[2])];
  for (let k = k0; k <= k1; k += 1) {
    const z = origin.z + k * spacingMm;
    for (let j = j0; j <= j1; j += 1) {
      const y = origin.y + j * spacingMm;
      const row = (k * size[1] + j) * size[0];
      for (let i = i0; i <= i1; i += 1) visit(row + i, origin.x + i * spacingMm, y, z);
    }
  }
}

/** Lays a density over what is there, as far as the voxel is covered: edges are as soft as a voxel is wide. */
export function lay({ values, spacingMm }: Canvas, index: number, density: number, depthMm: number): void {
  const cover = depthMm / spacingMm + 0.5;
  if (cover <= 0) return;
  const below = values[index]!;
  values[index] = cover >= 1 ? density : below + (density - below) * cover;
}

/** The depth in a box whose edge, where two of its sides meet, is rounded; from the depths below either side. */
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

/** Depth below the surface, in millimetres near it; negative outside. */
export function depthIn({ at, radii }: Ellipsoid, x: number, y: number, z: number): number {
  const ring = Math.hypot((x - at[0]) / radii[0], (y - at[1]) / radii[1], (z - at[2]) / radii[2]);
  return (1 - ring) * Math.min(radii[0], radii[1], radii[2]);
}

/** An ellipsoid of one density. */
export function fill(canvas: Canvas, shape: Ellipsoid, density: number): void {
  forEachVoxel(canvas, boxOf(shape), (index, x, y, z) =>
    lay(canvas, index, density, depthIn(shape, x, y, z)),
  );
}

/** The same shape on the other side of the midline. */
export const mirrored = ({ at, radii }: Ellipsoid): Ellipsoid => ({ at: [-at[0], at[1], at[2]], radii });

/** The softness of every image: each voxel takes a little of its six neighbours. */
export function soften({ size, values }: Canvas): void {
  const [nx, ny, nz] = size;
  blur(values, 1, nx);
  blur(values, nx, ny);
  blur(values, nx * ny, nz);
}

/** One direction of a blur of 1-4-1 sixths, in place: the value before is remembered as it was. */
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
