import type { Curve } from '@snimok/imaging/panorama/curve';
import { type Frame, originOf } from './anatomy.ts';

/**
 * Position of each voxel column (x, y) relative to the jaw line, in millimetres. It is given by the distance
 * along the line from the midline (positive on both sides), and the distance from the line (positive towards
 * the cheek). Computed once, because most shapes depend only on these two values and the height.
 */
export type Columns = {
  fromMidline: Float32Array;
  out: Float32Array;
  nearMm: number;
};

/** Columns farther than this from the jaw line have infinite distances. */
const NEAR_MM = 14;

export function columnsOf(frame: Frame, curve: Curve): Columns {
  const [nx, ny] = frame.size;
  const origin = originOf(frame);
  const fromMidline = new Float32Array(nx * ny).fill(Number.POSITIVE_INFINITY);
  const out = new Float32Array(nx * ny).fill(Number.POSITIVE_INFINITY);
  const nearest = new Float32Array(nx * ny).fill(NEAR_MM * NEAR_MM);
  const middle = (curve.points.length - 1) / 2;
  const reach = Math.ceil(NEAR_MM / frame.spacingMm);
  // Each curve point visits only the columns around it.
  curve.points.forEach(([px, py], at) => {
    const ci = Math.round((px - origin.x) / frame.spacingMm);
    const cj = Math.round((py - origin.y) / frame.spacingMm);
    const [normalX, normalY] = curve.normals[at]!;
    const along = Math.abs(at - middle) * curve.stepMm;
    for (let j = Math.max(0, cj - reach); j <= Math.min(ny - 1, cj + reach); j += 1) {
      const dy = origin.y + j * frame.spacingMm - py;
      for (let i = Math.max(0, ci - reach); i <= Math.min(nx - 1, ci + reach); i += 1) {
        const dx = origin.x + i * frame.spacingMm - px;
        const squared = dx * dx + dy * dy;
        const column = j * nx + i;
        if (squared >= nearest[column]!) continue;
        nearest[column] = squared;
        fromMidline[column] = along;
        out[column] = -Math.sign(dx * normalX + dy * normalY) * Math.sqrt(squared);
      }
    }
  });
  return { fromMidline, out, nearMm: NEAR_MM };
}
