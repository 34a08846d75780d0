import { findArch } from '@snimok/imaging/panorama/find-arch';
import { tone } from '@snimok/imaging/panorama/tone';
import { unroll } from '@snimok/imaging/panorama/unroll';
import { drawJaws } from '@snimok/phantom/jaws';
import type { Volume } from '@snimok/imaging/volume/volume';

/** A request to the child process: a cube with a side of 100 mm. */
export interface CubeRequest {
  /** voxels */
  side: number;
}

export interface Measured {
  found: boolean;
  findMs: number;
  cutMs: number;
  volumeMB: number;
  /** peak memory of the process minus what it used before it made the volume */
  peakMB: number;
}

const SIDE_MM = 100;
const MB = 1e6;
const COARSE = 2;

/**
 * The volume is drawn at half resolution and enlarged by repeating voxels, so that drawing needs little extra
 * memory.
 */
const draw = (side: number): Volume => {
  const small = side / COARSE;
  const { values } = drawJaws({ size: [small, small, small], spacingMm: SIDE_MM / small });
  const large = new Int16Array(side ** 3);
  let at = 0;
  for (let k = 0; k < side; k++) {
    for (let j = 0; j < side; j++) {
      const row = ((k >> 1) * small + (j >> 1)) * small;
      for (let i = 0; i < side; i++, at++) large[at] = values[row + (i >> 1)] ?? 0;
    }
  }
  const spacingMm = SIDE_MM / side;
  return { size: [side, side, side], spacingMm: [spacingMm, spacingMm, spacingMm], values: large };
};

process.on('message', ({ side }: CubeRequest) => {
  const before = process.memoryUsage().rss;
  const volume = draw(side);
  const begin = performance.now();
  const arch = findArch(volume);
  const found = performance.now();
  if ('curve' in arch) tone(unroll(volume, arch.plane, arch.curve));
  const measured: Measured = {
    found: 'curve' in arch,
    findMs: found - begin,
    cutMs: performance.now() - found,
    volumeMB: volume.values.byteLength / MB,
    peakMB: (process.resourceUsage().maxRSS * 1024 - before) / MB,
  };
  process.send?.(measured, () => process.exit(0));
});
