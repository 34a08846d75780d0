import type { Volume } from './volume.ts';

/**
 * Writes to `into` one axial slice of a fine grid, interpolated linearly between the voxels of a coarse
 * volume of the same region. `offsetMm` is the centre of the coarse volume's first voxel, from the centre of
 * the fine grid's first voxel.
 */
export function upsampleSlice(
  coarse: Volume,
  offsetMm: readonly [number, number, number],
  fine: Pick<Volume, 'size' | 'spacingMm'>,
  slice: number,
  into: Volume['values'],
): void {
  const [nx, ny, nz] = coarse.size;
  const [width, height] = fine.size;
  const coarseIndex = (index: number, axis: 0 | 1 | 2) => {
    const at = (index * fine.spacingMm[axis] - offsetMm[axis]) / coarse.spacingMm[axis];
    return Math.min(coarse.size[axis] - 1, Math.max(0, at));
  };
  const z = coarseIndex(slice, 2);
  const low = Math.floor(z);
  const under = low * nx * ny;
  const over = Math.min(nz - 1, low + 1) * nx * ny;
  const dz = z - low;
  const flat = new Float32Array(nx * ny);
  for (let at = 0; at < flat.length; at += 1) {
    const value = coarse.values[under + at]!;
    flat[at] = value + (coarse.values[over + at]! - value) * dz;
  }
  const columns = Float32Array.from({ length: width }, (_, x) => coarseIndex(x, 0));
  const line = new Float32Array(nx + 1);
  for (let y = 0, at = 0; y < height; y += 1) {
    const row = coarseIndex(y, 1);
    const first = Math.floor(row);
    const upper = first * nx;
    const lower = Math.min(ny - 1, first + 1) * nx;
    const dy = row - first;
    for (let x = 0; x < nx; x += 1) line[x] = flat[upper + x]! + (flat[lower + x]! - flat[upper + x]!) * dy;
    line[nx] = line[nx - 1]!;
    for (let x = 0; x < width; x += 1, at += 1) {
      const left = columns[x]! | 0;
      into[at] = line[left]! + (line[left + 1]! - line[left]!) * (columns[x]! - left);
    }
  }
}

/**
 * Enlarges a plane of half the resolution to the full resolution. The given samples are those at even positions, as in the
 * low band of a wavelet (ISO/IEC 15444-1, F.3); the samples between them are interpolated.
 */
export function doubledPlane(half: Uint16Array, columns: number, rows: number): Uint16Array {
  const width = Math.ceil(columns / 2);
  const height = Math.ceil(rows / 2);
  const into = new Uint16Array(columns * rows);
  for (let y = 0, at = 0; y < rows; y += 1) {
    const above = (y >> 1) * width;
    const below = Math.min(height - 1, (y + 1) >> 1) * width;
    for (let x = 0; x < columns; x += 1, at += 1) {
      const left = x >> 1;
      const right = Math.min(width - 1, (x + 1) >> 1);
      const sum = half[above + left]! + half[above + right]! + half[below + left]! + half[below + right]!;
      into[at] = (sum + 2) >> 2;
    }
  }
  return into;
}
