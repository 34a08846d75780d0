import { AIR } from '@snimok/imaging/volume/volume';
import type { Canvas } from './canvas.ts';
import type { PlacedTooth } from './placement.ts';
import { normalRandom, randomStream } from './random.ts';

const LOWEST = -1024;
const HIGHEST = 3071;
const NOISE_COUNT = 1 << 18;

/** Adds the scanner's noise and clears the voxels outside its cylindrical field of view. */
export function addScannerEffects(
  canvas: Canvas,
  options: { noise: number; seed: number; cylinder: boolean },
): void {
  const { size, values } = canvas;
  const [nx, ny, nz] = size;
  const random = randomStream(options.seed + 77);
  // Neighbouring noise values are correlated, as after reconstruction.
  const white = Float32Array.from({ length: NOISE_COUNT + 1 }, () => normalRandom(random) * options.noise);
  const grain = white.map((value, at) => 0.8 * value + 0.6 * (white[at + 1] ?? 0));
  const cx = (nx - 1) / 2;
  const cy = (ny - 1) / 2;
  const seenSquared = (Math.min(cx, cy) + 0.5) ** 2;
  let at = 0;
  for (let k = 0; k < nz; k += 1) {
    for (let j = 0; j < ny; j += 1) {
      let from = (random() * NOISE_COUNT) | 0;
      for (let i = 0; i < nx; i += 1, at += 1) {
        from = (from + 1) & (NOISE_COUNT - 1);
        const unseen = options.cylinder && (i - cx) ** 2 + (j - cy) ** 2 > seenSquared;
        const value = unseen ? AIR : values[at]! + grain[from]!;
        values[at] = value < LOWEST ? LOWEST : value > HIGHEST ? HIGHEST : value;
      }
    }
  }
}

/**
 * Draws streak artefacts of a filling or metal crown (beam hardening), which fade within a few centimetres.
 */
export function drawStreaks(
  { size, spacingMm, origin, values }: Canvas,
  tooth: PlacedTooth,
  seed: number,
): void {
  const random = randomStream(seed + tooth.number);
  const rays = Float32Array.from({ length: 180 }, () => normalRandom(random) ** 3);
  const middle = [0, 1, 2].map((axis) => tooth.tip[axis]! + tooth.down[axis]! * 2.5);
  const [x0, y0, z0] = middle as [number, number, number];
  const tallMm = 3;
  for (let k = 0; k < size[2]; k += 1) {
    const fromMiddle = Math.abs(origin.z + k * spacingMm - z0);
    if (fromMiddle > tallMm) continue;
    const strength = 260 * (1 - fromMiddle / tallMm);
    for (let j = 0; j < size[1]; j += 1) {
      const dy = origin.y + j * spacingMm - y0;
      for (let i = 0; i < size[0]; i += 1) {
        const dx = origin.x + i * spacingMm - x0;
        const distance = Math.hypot(dx, dy);
        if (distance < 3 || distance > 60) continue;
        const turn = ((Math.atan2(dy, dx) / Math.PI + 1) * 90) % 180;
        const ray = turn | 0;
        const mixed = rays[ray]! + (rays[(ray + 1) % 180]! - rays[ray]!) * (turn - ray);
        const at = (k * size[1] + j) * size[0] + i;
        values[at] = values[at]! + (mixed * strength * 6) / (distance + 6);
      }
    }
  }
}
