import type { Vec3 } from '../geometry/vectors.ts';
import type { VoxelBlock } from '../rendering/voxel-block.ts';

/** Corners in the volume's millimetres. */
export interface Box {
  low: Vec3;
  high: Vec3;
}

/**
 * The largest body in a coarse copy of the volume, without what touches it only by thin bridges: in a CT with a large
 * field of view the head without the table. Undefined if there is none.
 */
export function headBox({ size, spacingMm, offsetMm, values }: VoxelBlock, least: number): Box | undefined {
  const inside = largestBody(size, withoutThinParts(size, values, least));
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
      const [x, y, z] = [at % nx, Math.floor(at / nx) % ny, Math.floor(at / (nx * ny))];
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
