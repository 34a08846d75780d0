import type { Size3, Volume } from '../volume/volume.ts';
import { markComponent } from './flood.ts';
import type { RegionMask } from './grow-region.ts';
import { basinsOf, depthsIn } from './watershed.ts';

export type SeparatedTooth = {
  mask: RegionMask;
  volumeMm3: number;
  /** the tooth reaches the end of the volume or of the searched box */
  isOpen: boolean;
};

/** No tooth reaches farther from a click in it, aside and along its axis (a canine has up to 30 mm). */
const REACH_MM = [14, 14, 28] as const;
/**
 * Where enamel is searched for (aside, and up and down), and the share of the voxels there that are less dense.
 * The first probe is for a click in a crown, also of a tooth that lies across; the second reaches from a root
 * to the crowns above or below it.
 */
const PROBES = [
  { asideMm: 7, alongMm: 7, share: 0.95 },
  { asideMm: 6, alongMm: 22, share: 0.96 },
] as const;
/** Dentine begins at this fraction of the density of enamel. Compact bone has half of that density. */
const DENTINE_FROM = 0.56;
/** Half of the way between soft tissue and dentine, where the edge of a blurred root lies. */
const EDGE_FROM = 0.36;
/** Two bodies are two teeth if both are thicker than the neck between them by this much, measured from the surface. */
const NECK_MM = 0.45;
const SMALLEST_MM3 = 40;
const LARGEST_MM3 = 2500;

/**
 * Separates the tooth about a point without a model. The tooth is tissue that is as dense as dentine, by the
 * half-maximum of the enamel near the point. The tissue is divided where it is narrow between two thicker
 * bodies, which is where neighbours touch. Null where there is no tooth.
 * @param at millimetres of the volume
 * @param levels in the values of the volume: that of soft tissue, and the least of enamel
 */
export function separateTooth(
  volume: Volume,
  at: readonly [number, number, number],
  { zero, least }: { zero: number; least: number } = { zero: 0, least: 0 },
): SeparatedTooth | null {
  const part = partAbout(volume, at);
  const { size } = part;
  const seed = at.map((mm, axis) => Math.round(mm / volume.spacingMm[axis]!) - part.from[axis]!);
  if (seed.some((index, axis) => index < 0 || index >= size[axis]!)) return null;
  const enamel = Math.max(...PROBES.map((probe) => densestNear(part, volume.spacingMm, seed, probe)));
  if (enamel < least) return null;
  const levelAt = (share: number) => zero + (enamel - zero) * share;
  const dense = filled(part, levelAt(DENTINE_FROM));
  const start = nearestDense(dense, size, volume.spacingMm, seed);
  if (start === undefined) return null;
  const depths = depthsIn(dense, size, volume.spacingMm);
  const basins = basinsOf(depths, size, NECK_MM);
  const own = basins[start]!;
  const marks = new Uint8Array(dense.length);
  // a basin is connected, but its label may be that of a merged one
  markComponent(marks, size, start, 1, (voxel) => basins[voxel] === own);
  addEdge(marks, part, basins, levelAt(EDGE_FROM));
  const voxelMm3 = volume.spacingMm[0] * volume.spacingMm[1] * volume.spacingMm[2];
  const volumeMm3 = marks.reduce((sum, mark) => sum + mark, 0) * voxelMm3;
  if (volumeMm3 < SMALLEST_MM3 || volumeMm3 > LARGEST_MM3) return null;
  return { mask: { from: part.from, size, marks }, volumeMm3, isOpen: touchesEnd(marks, size) };
}

type Part = { from: Size3; size: Size3; values: Float32Array };

function partAbout({ size, spacingMm, values, gap }: Volume, at: readonly number[]): Part {
  const range = size.map((count, axis) => {
    const centre = at[axis]! / spacingMm[axis]!;
    const reach = REACH_MM[axis]! / spacingMm[axis]!;
    const first = Math.max(0, Math.min(count - 1, Math.floor(centre - reach)));
    return [first, Math.max(first, Math.min(count - 1, Math.ceil(centre + reach)))] as const;
  });
  const from = range.map(([first]) => first) as unknown as Size3;
  const inside = range.map(([first, last]) => last - first + 1) as unknown as Size3;
  const copy = new Float32Array(inside[0] * inside[1] * inside[2]);
  let to = 0;
  for (let z = 0; z < inside[2]; z += 1)
    for (let y = 0; y < inside[1]; y += 1) {
      const row = ((z + from[2]) * size[1] + y + from[1]) * size[0] + from[0];
      for (let x = 0; x < inside[0]; x += 1, to += 1) {
        const value = values[row + x]!;
        copy[to] = value === gap ? -Infinity : value;
      }
    }
  return { from, size: inside, values: copy };
}

/** The value below which the given share of the voxels about the point lie. */
function densestNear(
  { size: [nx, ny, nz], values }: Part,
  spacingMm: Size3,
  seed: readonly number[],
  { asideMm, alongMm, share }: (typeof PROBES)[number],
): number {
  const near: number[] = [];
  for (let z = 0, at = 0; z < nz; z += 1)
    for (let y = 0; y < ny; y += 1)
      for (let x = 0; x < nx; x += 1, at += 1) {
        const aside = Math.hypot((x - seed[0]!) * spacingMm[0], (y - seed[1]!) * spacingMm[1]);
        if (Math.hypot(aside / asideMm, ((z - seed[2]!) * spacingMm[2]) / alongMm) <= 1)
          near.push(values[at]!);
      }
  const sorted = Float32Array.from(near).sort();
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}

/** A click on the pulp or beside the tooth may be this far from dense tissue. */
const SNAP_MM = 3;

function nearestDense(
  dense: Uint8Array,
  [nx, ny, nz]: Size3,
  spacingMm: Size3,
  seed: readonly number[],
): number | undefined {
  let nearest = undefined as number | undefined;
  let least = SNAP_MM;
  for (let z = 0, at = 0; z < nz; z += 1)
    for (let y = 0; y < ny; y += 1)
      for (let x = 0; x < nx; x += 1, at += 1) {
        if (dense[at] === 0) continue;
        const aside = Math.hypot((x - seed[0]!) * spacingMm[0], (y - seed[1]!) * spacingMm[1]);
        const mm = Math.hypot(aside, (z - seed[2]!) * spacingMm[2]);
        if (mm > least) continue;
        nearest = at;
        least = mm;
      }
  return nearest;
}

/** 1 for dense voxels and for what they enclose in an axial slice: pulp and root canals, which are open at the apex only. */
function filled({ size: [nx, ny, nz], values }: Part, level: number): Uint8Array {
  const area = nx * ny;
  const dense = Uint8Array.from(values, (value) => (value >= level ? 1 : 0));
  for (let z = 0; z < nz; z += 1) {
    const slice = dense.subarray(z * area, (z + 1) * area);
    const outside = new Uint8Array(area);
    const isFree = (at: number) => slice[at] === 0;
    for (let at = 0; at < area; at += 1) {
      const x = at % nx;
      const y = Math.floor(at / nx);
      const isAtEnd = x === 0 || y === 0 || x === nx - 1 || y === ny - 1;
      if (isAtEnd && isFree(at) && !outside[at]) markComponent(outside, [nx, ny, 1], at, 1, isFree);
    }
    for (let at = 0; at < area; at += 1) slice[at] = 1 - outside[at]!;
  }
  return dense;
}

/** The blurred edge of the tooth: one voxel, unless it belongs to a neighbour. */
function addEdge(marks: Uint8Array, { size: [nx, ny, nz], values }: Part, basins: Int32Array, from: number) {
  const inner = marks.slice();
  const steps = [1, nx, nx * ny];
  for (let at = 0; at < marks.length; at += 1) {
    if (inner[at] === 1 || basins[at] !== 0 || values[at]! < from) continue;
    const index = [at % nx, Math.floor(at / nx) % ny, Math.floor(at / (nx * ny))];
    const ends = [nx, ny, nz];
    const isBeside = steps.some(
      (step, axis) =>
        (index[axis]! > 0 && inner[at - step] === 1) ||
        (index[axis]! < ends[axis]! - 1 && inner[at + step] === 1),
    );
    if (isBeside) marks[at] = 1;
  }
}

function touchesEnd(marks: Uint8Array, [nx, ny, nz]: Size3): boolean {
  return marks.some((mark, at) => {
    if (mark === 0) return false;
    const x = at % nx;
    const y = Math.floor(at / nx) % ny;
    const z = Math.floor(at / (nx * ny));
    return x === 0 || y === 0 || z === 0 || x === nx - 1 || y === ny - 1 || z === nz - 1;
  });
}
