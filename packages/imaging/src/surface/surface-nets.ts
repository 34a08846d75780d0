import type { Size3 } from '../volume/volume.ts';
import { Growing, type Mesh } from './mesh.ts';

/** A field on a regular grid, read slice by slice. */
export interface Field {
  size: Size3;
  spacingMm: Size3;
  /** the values of slice `z`, row by row; the array may be reused for the next slice but one */
  slice: (z: number) => ArrayLike<number>;
}

/** Corners of a cell: bit 0 is x, bit 1 is y, bit 2 is z. */
const EDGES: readonly (readonly [from: number, to: number])[] = [
  ...[0, 2, 4, 6].map((corner) => [corner, corner + 1] as const),
  ...[0, 1, 4, 5].map((corner) => [corner, corner + 2] as const),
  ...[0, 1, 2, 3].map((corner) => [corner, corner + 4] as const),
];

/**
 * The surface where a field crosses a level; higher values are inside. Naive surface nets (S. Gibson, Constrained
 * Elastic Surface Nets, 1998): one vertex per cell that the surface crosses, at the mean of its crossings with the
 * edges, which are interpolated linearly. Beyond the grid the field is below the level, so the surface is closed.
 * Two slices of the field are in memory. Coordinates are counted from the centre of the first voxel.
 */
export function surfaceNets(field: Field, level: number): Mesh {
  const [nx, ny, nz] = field.size;
  const positions = new Growing((length) => new Float32Array(length));
  const triangles = new Growing((length) => new Uint32Array(length));
  // a margin of one voxel on all sides
  const [columns, rows] = [nx + 2, ny + 2];
  const area = columns * rows;
  const outside = level - 1e6;
  let lower: Float64Array = new Float64Array(area).fill(outside);
  let upper: Float64Array = new Float64Array(area).fill(outside);
  let below = new Int32Array(area).fill(-1);
  let here = new Int32Array(area).fill(-1);
  const corners = new Float64Array(8);
  const offsets = [0, 1, columns, columns + 1];

  for (let z = -1; z < nz; z += 1) {
    [lower, upper] = [upper, lower];
    upper.fill(outside);
    if (z + 1 < nz) {
      const values = field.slice(z + 1);
      for (let y = 0; y < ny; y += 1)
        for (let x = 0; x < nx; x += 1) upper[(y + 1) * columns + x + 1] = values[y * nx + x]!;
    }
    [below, here] = [here, below];
    here.fill(-1);
    for (let y = 0; y < rows - 1; y += 1) {
      for (let x = 0; x < columns - 1; x += 1) {
        const at = y * columns + x;
        let mask = 0;
        for (let corner = 0; corner < 4; corner += 1) {
          const low = lower[at + offsets[corner]!]!;
          const high = upper[at + offsets[corner]!]!;
          corners[corner] = low;
          corners[corner + 4] = high;
          if (low >= level) mask |= 1 << corner;
          if (high >= level) mask |= 16 << corner;
        }
        if (mask === 0 || mask === 255) continue;
        here[at] = positions.length / 3;
        addVertex(positions, corners, mask, level, x - 1, y - 1, z, field.spacingMm);
        const isInside = (mask & 1) !== 0;
        // the four cells around each edge that begins at the first corner
        if (isInside !== ((mask & 2) !== 0) && y > 0)
          addQuad(triangles, below[at - columns]!, below[at]!, here[at]!, here[at - columns]!, isInside);
        if (isInside !== ((mask & 4) !== 0) && x > 0)
          addQuad(triangles, below[at - 1]!, here[at - 1]!, here[at]!, below[at]!, isInside);
        if (isInside !== ((mask & 16) !== 0) && x > 0 && y > 0)
          addQuad(
            triangles,
            here[at - columns - 1]!,
            here[at - columns]!,
            here[at]!,
            here[at - 1]!,
            isInside,
          );
      }
    }
  }
  return { positions: positions.toArray(), triangles: triangles.toArray() };
}

function addVertex(
  positions: Growing<Float32Array<ArrayBuffer>>,
  corners: Float64Array,
  mask: number,
  level: number,
  x: number,
  y: number,
  z: number,
  [sx, sy, sz]: Size3,
): void {
  let [px, py, pz, count] = [0, 0, 0, 0];
  for (const [from, to] of EDGES) {
    if (((mask >> from) & 1) === ((mask >> to) & 1)) continue;
    const [one, other] = [corners[from]!, corners[to]!];
    // beyond the grid there is no value to interpolate with: the surface lies half a voxel outside
    const part = Math.abs(one - other) > 5e5 ? 0.5 : (level - one) / (other - one);
    const [along, across] = [to - from, from];
    px += along === 1 ? part : across & 1;
    py += along === 2 ? part : (across >> 1) & 1;
    pz += along === 4 ? part : (across >> 2) & 1;
    count += 1;
  }
  positions.push((x + px / count) * sx, (y + py / count) * sy, (z + pz / count) * sz);
}

function addQuad(
  triangles: Growing<Uint32Array<ArrayBuffer>>,
  a: number,
  b: number,
  c: number,
  d: number,
  isInside: boolean,
): void {
  if (isInside) {
    triangles.push(a, b, c);
    triangles.push(a, c, d);
  } else {
    triangles.push(a, c, b);
    triangles.push(a, d, c);
  }
}
