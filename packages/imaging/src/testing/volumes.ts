import type { Size3, Volume } from '../volume/volume.ts';

/** A volume whose values are a function of the voxel's indices. */
export function makeVolume(
  size: Size3,
  spacingMm: Size3,
  valueAt: (x: number, y: number, z: number) => number,
): Volume {
  const values = new Int16Array(size[0] * size[1] * size[2]);
  for (let at = 0, z = 0; z < size[2]; z += 1)
    for (let y = 0; y < size[1]; y += 1)
      for (let x = 0; x < size[0]; x += 1, at += 1) values[at] = valueAt(x, y, z);
  return { size, spacingMm, values };
}
