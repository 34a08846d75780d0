import { findArch } from '@snimok/imaging/panorama/find-arch';
import { tone } from '@snimok/imaging/panorama/tone';
import { unroll } from '@snimok/imaging/panorama/unroll';
import { drawJaws } from '@snimok/phantom/jaws';
import type { Volume } from '@snimok/imaging/volume/volume';

/** What a child is asked for: a cube of so many voxels a side, 100 mm wide. */
export interface Order {
  side: number;
}

export interface Measured {
  found: boolean;
  findMs: number;
  cutMs: number;
  volumeMB: number;
  /** at its highest, above what the process had before there was a volume */
  peakMB: number;
}

const WIDE_MM = 100;
const MB = 1e6;
const COARSE = 2;

/** Drawn at half the fineness and enlarged voxel by voxel, so that drawing needs little memory of its own. */
const draw = (side: number): Volume => {
  const small = side / COARSE;
  const { values } = drawJaws({ size: [small, small, small], spacingMm: WIDE_MM / small });
  const large = new Int16Array(side ** 3);
  let at = 0;
  for (let k = 0; k < side; k++) {
    for (let j = 0; j < side; j++) {
      const row = ((k >> 1) * small + (j >> 1)) * small;
      for (let i = 0; i < side; i++, at++) large[at] = values[row + (i >> 1)] ?? 0;
    }
  }
  const spacingMm = WIDE_MM / side;
  return { size: [side, side, side], spacingMm: [spacingMm, spacingMm, spacingMm], values: large };
};

process.on('message', ({ side }: Order) => {
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
