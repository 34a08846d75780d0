import type { Vector3 } from '../dicom/elements/file.ts';
import type { Densities } from './densities.ts';
import { composed, movedAbout, type Rigid, rotationBy, transformed } from './rigid.ts';
import type { BoneSamples } from './samples.ts';

const PARAMETERS = 8;
const MOST_STEPS = 40;
/** The search ends with a step that moves no point by more than this. */
const LEAST_STEP_MM = 2e-4;
/** Half the size of a jaw: the lever by which a rotation moves points there. */
const LEVER_MM = 40;

/** How well two volumes agree at a pose. */
export interface Agreement {
  /** normalised correlation of the densities at the points inside both volumes */
  correlation: number;
  /** the part of the points that is inside both volumes, 0 to 1 */
  inside: number;
}

/** Value and gradient per millimetre at a point, trilinear; false outside and beside unmeasured voxels. */
function readAt(
  { size: [nx, ny, nz], spacingMm, originMm, values }: Densities,
  [px, py, pz]: Vector3,
  into: Float64Array,
): boolean {
  const x = (px - originMm[0]) / spacingMm[0];
  const y = (py - originMm[1]) / spacingMm[1];
  const z = (pz - originMm[2]) / spacingMm[2];
  const i = Math.floor(x);
  const j = Math.floor(y);
  const k = Math.floor(z);
  if (i < 0 || j < 0 || k < 0 || i > nx - 2 || j > ny - 2 || k > nz - 2) return false;
  const u = x - i;
  const v = y - j;
  const w = z - k;
  const at = (k * ny + j) * nx + i;
  const row = nx;
  const layer = nx * ny;
  const a = values[at]!;
  const b = values[at + 1]!;
  const c = values[at + row]!;
  const d = values[at + row + 1]!;
  const e = values[at + layer]!;
  const f = values[at + layer + 1]!;
  const g = values[at + layer + row]!;
  const h = values[at + layer + row + 1]!;
  const ab = a + (b - a) * u;
  const cd = c + (d - c) * u;
  const ef = e + (f - e) * u;
  const gh = g + (h - g) * u;
  const low = ab + (cd - ab) * v;
  const high = ef + (gh - ef) * v;
  const lowX = b - a + (d - c - b + a) * v;
  const highX = f - e + (h - g - f + e) * v;
  into[0] = low + (high - low) * w;
  into[1] = (lowX + (highX - lowX) * w) / spacingMm[0];
  into[2] = (cd - ab + (gh - ef - cd + ab) * w) / spacingMm[1];
  into[3] = (high - low) / spacingMm[2];
  return !Number.isNaN(into[0]);
}

/** The correlation and overlap at a pose. */
export function agreementAt(samples: BoneSamples, moving: Densities, transform: Rigid): Agreement {
  const { points, values } = samples;
  const read = new Float64Array(4);
  let count = 0;
  let sumF = 0;
  let sumM = 0;
  let sumFF = 0;
  let sumMM = 0;
  let sumFM = 0;
  for (let at = 0; at < values.length; at += 1) {
    const point = transformed(transform, [points[at * 3]!, points[at * 3 + 1]!, points[at * 3 + 2]!]);
    if (!readAt(moving, point, read)) continue;
    const f = values[at]!;
    const m = read[0]!;
    count += 1;
    sumF += f;
    sumM += m;
    sumFF += f * f;
    sumMM += m * m;
    sumFM += f * m;
  }
  const spread = (sumFF - (sumF * sumF) / count) * (sumMM - (sumM * sumM) / count);
  return {
    correlation: count > 0 && spread > 0 ? (sumFM - (sumF * sumM) / count) / Math.sqrt(spread) : 0,
    inside: count / Math.max(1, values.length),
  };
}

/**
 * Refines a pose by minimising a robust difference between the moving volume and a linear function of the fixed one:
 * Levenberg-Marquardt over a rotation, a shift and both coefficients. Residuals are weighted by 1 / (1 + (r/s)²), s from
 * their median, so that teeth, implants and edges that are only in one volume have little effect.
 */
export function refinePose(samples: BoneSamples, moving: Densities, start: Rigid): Rigid {
  let best = { transform: start, gain: 1, offset: 0 };
  let scale = scaleAt(samples, moving, best);
  let normal = normalEquations(samples, moving, best, scale);
  let damping = 1e-3;
  for (let step = 0; step < MOST_STEPS && normal; step += 1) {
    const change = solve(damped(normal, damping));
    if (!change) break;
    const centre = transformed(best.transform, samples.centre);
    const [rx, ry, rz, tx, ty, tz, gain, offset] = change as unknown as number[];
    const moved = composed(movedAbout(centre, rotationBy([rx!, ry!, rz!]), [tx!, ty!, tz!]), best.transform);
    const next = { transform: moved, gain: best.gain + gain!, offset: best.offset + offset! };
    const after = normalEquations(samples, moving, next, scale);
    const lengthMm = Math.hypot(tx!, ty!, tz!) + LEVER_MM * Math.hypot(rx!, ry!, rz!);
    if (after && after.cost < normal.cost) {
      best = next;
      scale = scaleAt(samples, moving, best);
      normal = normalEquations(samples, moving, best, scale);
      damping = Math.max(1e-6, damping / 5);
      if (lengthMm < LEAST_STEP_MM) break;
    } else {
      damping *= 8;
      if (damping > 1e6) break;
    }
  }
  return best.transform;
}

interface Fit {
  transform: Rigid;
  /** of the fixed densities to the moving ones */
  gain: number;
  offset: number;
}

const LEAST_SCALE = 0.02;
const TO_DEVIATION = 1.4826;

/** Twice the standard deviation of the residuals, estimated from their median; of at most 4000 points. */
function scaleAt({ points, values }: BoneSamples, moving: Densities, fit: Fit): number {
  const read = new Float64Array(4);
  const every = Math.max(1, Math.floor(values.length / 4000));
  const residuals: number[] = [];
  for (let at = 0; at < values.length; at += every) {
    const point = transformed(fit.transform, [points[at * 3]!, points[at * 3 + 1]!, points[at * 3 + 2]!]);
    if (readAt(moving, point, read)) residuals.push(Math.abs(read[0]! - fit.gain * values[at]! - fit.offset));
  }
  const median = residuals.toSorted((one, other) => one - other)[residuals.length >> 1] ?? 1;
  return Math.max(LEAST_SCALE, 2 * TO_DEVIATION * median);
}

interface Equations {
  /** PARAMETERS rows of PARAMETERS + 1 numbers, the last of each is the right side */
  rows: Float64Array[];
  cost: number;
}

const FEWEST_POINTS = 50;

/** Undefined when too few points are inside. */
function normalEquations(
  { points, values, centre }: BoneSamples,
  moving: Densities,
  { transform, gain, offset }: Fit,
  scale: number,
): Equations | undefined {
  const rows = Array.from({ length: PARAMETERS }, () => new Float64Array(PARAMETERS + 1));
  const middle = transformed(transform, centre);
  const read = new Float64Array(4);
  const slope = new Float64Array(PARAMETERS);
  let cost = 0;
  let count = 0;
  for (let at = 0; at < values.length; at += 1) {
    const point = transformed(transform, [points[at * 3]!, points[at * 3 + 1]!, points[at * 3 + 2]!]);
    if (!readAt(moving, point, read)) continue;
    const [value, gx, gy, gz] = read as unknown as [number, number, number, number];
    const x = point[0] - middle[0];
    const y = point[1] - middle[1];
    const z = point[2] - middle[2];
    const fixed = values[at]!;
    const residual = value - gain * fixed - offset;
    const share = (residual / scale) ** 2;
    const weight = 1 / (1 + share) ** 2;
    slope[0] = y * gz - z * gy;
    slope[1] = z * gx - x * gz;
    slope[2] = x * gy - y * gx;
    slope[3] = gx;
    slope[4] = gy;
    slope[5] = gz;
    slope[6] = -fixed;
    slope[7] = -1;
    for (let row = 0; row < PARAMETERS; row += 1) {
      const weighted = weight * slope[row]!;
      const into = rows[row]!;
      for (let column = row; column < PARAMETERS; column += 1)
        into[column] = into[column]! + weighted * slope[column]!;
      into[PARAMETERS] = into[PARAMETERS]! - weighted * residual;
    }
    // the cost whose derivative has these weights (S. Geman and D. McClure, 1987)
    cost += share / (1 + share);
    count += 1;
  }
  if (count < FEWEST_POINTS) return undefined;
  for (let row = 0; row < PARAMETERS; row += 1)
    for (let column = 0; column < row; column += 1) rows[row]![column] = rows[column]![row]!;
  return { rows, cost: cost / count };
}

const damped = ({ rows }: Equations, damping: number): Float64Array[] =>
  rows.map((row, at) => {
    const copy = row.slice();
    copy[at] = copy[at]! * (1 + damping) + 1e-9;
    return copy;
  });

/** Gauss-Jordan elimination with pivoting; undefined for a singular system. */
function solve(rows: Float64Array[]): number[] | undefined {
  const count = rows.length;
  for (let column = 0; column < count; column += 1) {
    let pivot = column;
    for (let row = column + 1; row < count; row += 1)
      if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row;
    if (Math.abs(rows[pivot]![column]!) < 1e-12) return undefined;
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    const lead = rows[column]!;
    for (let row = 0; row < count; row += 1) {
      if (row === column) continue;
      const factor = rows[row]![column]! / lead[column]!;
      if (factor !== 0)
        for (let at = column; at <= count; at += 1) rows[row]![at] = rows[row]![at]! - factor * lead[at]!;
    }
  }
  return rows.map((row, at) => row[count]! / row[at]!);
}
