import type { Volume } from '@snimok/imaging/volume/volume';
import { type Frame, TISSUE } from './anatomy.ts';
import { blend, emptyCanvas, forEachVoxel } from './canvas.ts';
import { addScannerEffects } from './detector.ts';

type Vault = Frame & {
  noise: number;
  seed: number;
  /** height of the volume's middle above the widest part of the skull */
  raisedMm: number;
};

/** Half axes of the outer table of the skull, without its base. */
const SKULL_MM = { x: 70, y: 88, z: 76 };
const BONE_MM = 6.5;
const SCALP_MM = 6;
/** Ridges of the skull's base, which run from its side walls obliquely forwards to the middle. */
const RIDGES = [
  { from: [62, 20], to: [14, -14], heightMm: -34, halfMm: 5 },
  { from: [52, -50], to: [8, -28], heightMm: -22, halfMm: 3 },
] as const;

/**
 * A head above its jaws: scalp, skull and brain, with the ridges of the base, but no teeth and no jaws. In
 * Hounsfield-like units.
 * @internal
 */
export function drawSkullVault(vault: Vault): Volume {
  const canvas = emptyCanvas(vault, TISSUE.air);
  const { size, spacingMm, values } = canvas;
  const half = size.map((count) => ((count - 1) / 2) * spacingMm);
  canvas.origin = { x: -half[0]!, y: -half[1]!, z: vault.raisedMm - half[2]! };
  const everything = { x: [-200, 200], y: [-200, 200], z: [-200, 200] } as const;
  forEachVoxel(canvas, everything, (index, x, y, z) => {
    // the vault ends above the base, where the head becomes a cylinder
    const ring = Math.hypot(x / SKULL_MM.x, y / SKULL_MM.y, Math.max(0, z) / SKULL_MM.z);
    const depthMm = (1 - ring) * SKULL_MM.x;
    blend(canvas, index, TISSUE.fat, depthMm + SCALP_MM);
    blend(canvas, index, TISSUE.cortical, depthMm);
    blend(canvas, index, TISSUE.muscle, depthMm - BONE_MM);
    for (const ridge of RIDGES)
      blend(canvas, index, TISSUE.cortical, Math.min(depthMm, depthIn(ridge, Math.abs(x), y, z)));
  });
  addScannerEffects(canvas, { noise: vault.noise, seed: vault.seed, cylinder: true });
  return { size, spacingMm: [spacingMm, spacingMm, spacingMm], values };
}

function depthIn(
  { from, to, heightMm, halfMm }: (typeof RIDGES)[number],
  x: number,
  y: number,
  z: number,
): number {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const along = ((x - from[0]) * dx + (y - from[1]) * dy) / (dx * dx + dy * dy);
  const part = Math.min(1, Math.max(0, along));
  return halfMm - Math.hypot(x - from[0] - part * dx, y - from[1] - part * dy, z - heightMm);
}
