import type { Field } from '@snimok/imaging/surface/surface-nets';
import { AIR, type Size3, type Volume } from '@snimok/imaging/volume/volume';

/**
 * A volume as a field of the means of blocks of `every`³ voxels; voxels that were not measured are left out. Positions
 * are counted from the centre of the first block, which is `offsetMm` from that of the first voxel.
 */
export function blockMeans(volume: Volume, every: number): Field & { offsetMm: Size3 } {
  const { size, spacingMm, values, gap, outside = AIR } = volume;
  const [nx, ny] = size;
  const counts = size.map((count) => Math.max(1, Math.floor(count / every))) as [number, number, number];
  const step = spacingMm.map((mm) => mm * every) as [number, number, number];
  const means = new Float32Array(counts[0] * counts[1]);
  const offsetMm = spacingMm.map((mm) => ((every - 1) / 2) * mm) as [number, number, number];
  const mean = (x: number, y: number, z: number): number => {
    let sum = 0;
    let count = 0;
    for (let k = z * every; k < (z + 1) * every; k += 1)
      for (let j = y * every; j < (y + 1) * every; j += 1) {
        const row = (k * ny + j) * nx + x * every;
        for (let at = row; at < row + every; at += 1) {
          const value = values[at]!;
          if (value === gap) continue;
          sum += value;
          count += 1;
        }
      }
    return count > 0 ? sum / count : outside;
  };
  const slice = (z: number) => {
    for (let y = 0, at = 0; y < counts[1]; y += 1)
      for (let x = 0; x < counts[0]; x += 1, at += 1) means[at] = mean(x, y, z);
    return means;
  };
  return { size: counts, spacingMm: step, slice, offsetMm };
}
