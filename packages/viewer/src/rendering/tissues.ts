import type { Vec2, Vec3 } from '../geometry/vectors.ts';

export const TISSUES = ['bone', 'teeth', 'soft', 'airway', 'maximum'] as const;
export type Tissue = (typeof TISSUES)[number];

interface TissueLook {
  /** 0: what is denser than the threshold; 1: air that tissue encloses; 2: the densest along each ray */
  method: 0 | 1 | 2;
  /** initial threshold, as a fraction of the values' range, and opacity from 0 to 1 */
  threshold: number;
  opacity: number;
  /** colours, and the fractions of the range between which one becomes the other */
  colors: readonly [Vec3, Vec3];
  ramp: Vec2;
}

/** Thresholds in Hounsfield units: bone 350, enamel 1250, skin -320, the wall of the airway -450. */
export const TISSUE_LOOKS: Record<Tissue, TissueLook> = {
  bone: {
    method: 0,
    threshold: 0.3375,
    opacity: 1,
    colors: [
      [0.78, 0.68, 0.55],
      [0.98, 0.96, 0.9],
    ],
    ramp: [0.56, 0.84],
  },
  teeth: {
    method: 0,
    threshold: 0.5625,
    opacity: 1,
    colors: [
      [0.88, 0.8, 0.66],
      [1, 1, 0.97],
    ],
    ramp: [0.56, 0.78],
  },
  soft: {
    method: 0,
    threshold: 0.17,
    opacity: 1,
    colors: [
      [0.8, 0.56, 0.46],
      [0.96, 0.92, 0.84],
    ],
    ramp: [0.3, 0.5],
  },
  airway: {
    method: 1,
    threshold: 0.1375,
    opacity: 0.8,
    colors: [
      [0.45, 0.74, 0.95],
      [0.45, 0.74, 0.95],
    ],
    ramp: [0, 1],
  },
  maximum: {
    method: 2,
    threshold: 0.25,
    opacity: 1,
    colors: [
      [1, 1, 1],
      [1, 1, 1],
    ],
    ramp: [0, 1],
  },
};

/** A value becomes opaque over this difference above the threshold. */
export const SOFTNESS = 0.08;
/** Shorter stretches of air along a ray are noise. */
export const LEAST_AIR_MM = 2;
