import type { HeadBody } from '../../geometry/head-body.ts';
import type { Vec3 } from '../../geometry/vectors.ts';
import type { VoxelBlock } from './voxel-block.ts';

/** The copy of a volume in which the head is sought: Hounsfield units of air and bone in 8 bits. */
export const HEAD_COPY = { longest: 64, low: -1000, high: 1000 } as const;
/** What is denser in this copy than foam and clothes. */
export const LEAST_OF_HEAD = Math.round((255 * (-300 - HEAD_COPY.low)) / (HEAD_COPY.high - HEAD_COPY.low));

/** Corners in the volume's millimetres. */
export interface Box {
  low: Vec3;
  high: Vec3;
}

/**
 * The largest body in a coarse copy of the volume, without what touches it only by thin bridges. In a CT with a large
 * field of view, this is the head without the table. Undefined if there is none.
 */
export function headBox({ size, spacingMm, offsetMm, values }: VoxelBlock, least: number): Box | undefined {
  const inside = headVoxels(size, values, least);
  if (!inside) return undefined;
  const low: [number, number, number] = [...size];
  const high: [number, number, number] = [-1, -1, -1];
  const [nx, ny] = size;
  for (const at of inside) {
    const place = [at % nx, Math.floor(at / nx) % ny, Math.floor(at / (nx * ny))];
    place.forEach((index, axis) => {
      low[axis] = Math.min(low[axis]!, index);
      high[axis] = Math.max(high[axis]!, index);
    });
  }
  // the outermost layer was removed with the thin parts
  const inMm = (index: number, axis: number) => offsetMm[axis]! + index * spacingMm[axis]!;
  return {
    low: low.map((index, axis) => inMm(index - 1, axis)) as unknown as Vec3,
    high: high.map((index, axis) => inMm(index + 1, axis)) as unknown as Vec3,
  };
}

/** The indexes of that body's voxels, without its outermost layer. */
const headVoxels = (size: Vec3, values: Uint8Array, least: number): readonly number[] | undefined =>
  largestBody(size, withoutThinParts(size, values, least));

/** Voxels whose neighbours along the first two axes are as dense: a table is a thin shell there. */
function withoutThinParts([nx, ny, nz]: Vec3, values: Uint8Array, least: number): Uint8Array {
  const kept = new Uint8Array(values.length);
  for (let z = 0; z < nz; z += 1)
    for (let y = 1; y < ny - 1; y += 1)
      for (let x = 1; x < nx - 1; x += 1) {
        const at = (z * ny + y) * nx + x;
        const isDense = (by: number) => values[at + by]! >= least;
        if (isDense(0) && isDense(-1) && isDense(1) && isDense(-nx) && isDense(nx)) kept[at] = 1;
      }
  return kept;
}

/** The indexes of the largest set of connected voxels; the marks are consumed. */
function largestBody([nx, ny, nz]: Vec3, marked: Uint8Array): readonly number[] | undefined {
  let largest: number[] | undefined;
  for (let start = 0; start < marked.length; start += 1) {
    if (marked[start] === 0) continue;
    const body = [start];
    marked[start] = 0;
    for (let next = 0; next < body.length; next += 1) {
      const at = body[next]!;
      const x = at % nx;
      const y = Math.floor(at / nx) % ny;
      const z = Math.floor(at / (nx * ny));
      const add = (isInside: boolean, to: number) => {
        if (!isInside || marked[to] === 0) return;
        marked[to] = 0;
        body.push(to);
      };
      add(x > 0, at - 1);
      add(x < nx - 1, at + 1);
      add(y > 0, at - nx);
      add(y < ny - 1, at + nx);
      add(z > 0, at - nx * ny);
      add(z < nz - 1, at + nx * ny);
    }
    if (body.length > (largest?.length ?? 0)) largest = body;
  }
  return largest;
}

/**
 * Fractions of the dense voxels. With fewer outside the head there is nothing to hide, and with more the body is not a
 * head.
 */
const LEAST_OUTSIDE = 0.005;
const MOST_OUTSIDE = 0.35;

/**
 * The head in a coarse copy of the volume, if something dense is outside it, such as a table or a head rest. Undefined
 * if nothing is outside, or if so much is that the largest body is not the whole head: a dry skull is thin everywhere.
 */
export function headAmongOthers(
  { size, spacingMm, offsetMm, values }: VoxelBlock,
  least: number,
): HeadBody | undefined {
  const inside = headVoxels(size, values, least);
  if (!inside) return undefined;
  const near = withNeighbours(size, inside);
  let dense = 0;
  let outside = 0;
  for (let at = 0; at < values.length; at += 1) {
    if (values[at]! < least) continue;
    dense += 1;
    if (near[at] === 0) outside += 1;
  }
  if (outside < dense * LEAST_OUTSIDE || outside > dense * MOST_OUTSIDE) return undefined;
  const [nx, ny] = size;
  const points = inside.map((at): Vec3 => {
    const x = at % nx;
    const y = Math.floor(at / nx) % ny;
    const z = Math.floor(at / (nx * ny));
    return [offsetMm[0] + x * spacingMm[0], offsetMm[1] + y * spacingMm[1], offsetMm[2] + z * spacingMm[2]];
  });
  return { points, apartMm: Math.max(...spacingMm) };
}

/** How many voxels beyond the body still belong to it: its skin, nose and ears, which are thin. */
const BEYOND = 3;

/** Marks the voxels and those about them. */
function withNeighbours([nx, ny, nz]: Vec3, inside: readonly number[]): Uint8Array {
  const marked = new Uint8Array(nx * ny * nz);
  for (const at of inside) {
    const x = at % nx;
    const y = Math.floor(at / nx) % ny;
    const z = Math.floor(at / (nx * ny));
    for (let c = Math.max(0, z - BEYOND); c <= Math.min(nz - 1, z + BEYOND); c += 1)
      for (let b = Math.max(0, y - BEYOND); b <= Math.min(ny - 1, y + BEYOND); b += 1) {
        const row = (c * ny + b) * nx;
        marked.fill(1, row + Math.max(0, x - BEYOND), row + Math.min(nx, x + BEYOND + 1));
      }
  }
  return marked;
}
