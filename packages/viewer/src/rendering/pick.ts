import { moved } from '../geometry/rod.ts';
import { clamp, type Vec3 } from '../geometry/vectors.ts';
import { type HalfSpace, rangeWithin, sidesOf } from './clipping.ts';
import type { SceneMesh } from './mesh.ts';
import { LEAST_AIR_MM, SOFTNESS, type Tissue, TISSUE_LOOKS } from './tissues.ts';
import type { Ray } from './view.ts';
import type { VoxelBlock } from '../volume/voxels/voxel-block.ts';

/** How the volume is shown. */
export interface Look {
  tissue: Tissue;
  /** fraction of the range of the block's bytes */
  threshold: number;
  /** from 0 to 1 */
  opacity: number;
}

/** A ray that has lost this part of its light has met a surface. */
const OPAQUE = 0.5;

/**
 * The distance along a ray at which the volume becomes opaque, computed as the shader does. For a maximum projection,
 * the distance of the densest voxel. Undefined if the ray passes through.
 */
export function volumeHit(
  block: VoxelBlock,
  ray: Ray,
  spaces: readonly HalfSpace[],
  { tissue, threshold, opacity }: Look,
): number | undefined {
  const { method } = TISSUE_LOOKS[tissue];
  const range = rangeWithin(ray, [...sidesOf(block).map(shiftedBy(block.offsetMm)), ...spaces]);
  if (!range) return undefined;
  const samples: Samples = {
    range,
    step: Math.min(...block.spacingMm) / 2,
    threshold,
    at: (mm) => valueAt(block, moved(ray.at, ray.along, mm)),
    isCutOpen: spaces.length > 0,
  };
  if (method === 2) return densestAt(samples);
  return method === 1 ? airSurfaceAt(samples) : opaqueAt(samples, opacity);
}

/** The values along a ray. */
interface Samples {
  range: readonly [begin: number, end: number];
  step: number;
  threshold: number;
  /** the value at a distance along the ray */
  at: (mm: number) => number;
  /** the ray may begin inside a tissue, where the volume is cut */
  isCutOpen: boolean;
}

function densestAt({ range: [begin, end], step, threshold, at }: Samples): number | undefined {
  let densest = threshold;
  let place: number | undefined;
  for (let mm = begin; mm < end; mm += step) {
    const value = at(mm);
    if (value > densest) {
      densest = value;
      place = mm;
    }
  }
  return place;
}

/** Whether the ray begins in air. */
const beginsInAir = ({ range: [begin], threshold, at, isCutOpen }: Samples): boolean =>
  isCutOpen ? at(begin) < threshold : true;

/** Where the first air begins that is deep enough. */
function airSurfaceAt(samples: Samples): number | undefined {
  const { range, step, threshold, at } = samples;
  const [begin, end] = range;
  let airFrom = NaN;
  let wasAir = beginsInAir(samples);
  for (let mm = begin; mm < end; mm += step) {
    const isAir = at(mm) < threshold;
    if (isAir && !wasAir) airFrom = mm;
    else if (!isAir && wasAir && mm - airFrom >= LEAST_AIR_MM) return airFrom;
    wasAir = isAir;
  }
  return undefined;
}

/** Where a surface has taken enough of the light. */
function opaqueAt(samples: Samples, opacity: number): number | undefined {
  const { range, step, threshold, at } = samples;
  const [begin, end] = range;
  let passed = 1;
  let before = at(begin);
  let wasAir = beginsInAir(samples);
  let surfaceAt = begin;
  for (let mm = begin; mm < end; mm += step) {
    const value = at(mm);
    const isAir = value < threshold;
    if (!isAir) {
      if (wasAir) surfaceAt = crossing(mm, step, before, value, threshold);
      const over = clamp((value - threshold) / SOFTNESS, 0, 1);
      const part = Math.min(0.995, over * over * (3 - 2 * over) * 0.9 * opacity * opacity);
      passed *= (1 - part) ** (step / 0.4);
      if (passed < OPAQUE) return opacity === 1 ? surfaceAt : mm;
    }
    wasAir = isAir;
    before = value;
  }
  return undefined;
}

/** Where the values cross the threshold between two samples. */
const crossing = (at: number, step: number, before: number, value: number, threshold: number): number =>
  at - step * clamp((value - threshold) / Math.max(1e-6, value - before), 0, 1);

const shiftedBy =
  ([x, y, z]: Vec3) =>
  ({ normal, atMm }: HalfSpace): HalfSpace => ({
    normal,
    atMm: atMm + normal[0] * x + normal[1] * y + normal[2] * z,
  });

/** Interpolated between the eight nearest voxels, from 0 to 1. */
function valueAt({ size, spacingMm, offsetMm, values }: VoxelBlock, point: Vec3): number {
  const at = ([0, 1, 2] as const).map((axis) =>
    clamp((point[axis] - offsetMm[axis]) / spacingMm[axis], 0, size[axis] - 1),
  );
  const [x, y, z] = at.map(Math.floor) as [number, number, number];
  const fx = at[0]! - x;
  const fy = at[1]! - y;
  const fz = at[2]! - z;
  const x1 = Math.min(size[0] - 1, x + 1);
  const y1 = Math.min(size[1] - 1, y + 1);
  const z1 = Math.min(size[2] - 1, z + 1);
  const row = (j: number, k: number) => {
    const start = (k * size[1] + j) * size[0];
    return values[start + x]! * (1 - fx) + values[start + x1]! * fx;
  };
  const plane = (k: number) => row(y, k) * (1 - fy) + row(y1, k) * fy;
  return (plane(z) * (1 - fz) + plane(z1) * fz) / 255;
}

interface MeshHit {
  mesh: SceneMesh;
  /** along the ray */
  distanceMm: number;
}

/** The first triangle of several surfaces that a ray meets (T. Möller and B. Trumbore, 1997). */
export function meshHit(
  meshes: readonly SceneMesh[],
  ray: Ray,
  spaces: readonly HalfSpace[],
): MeshHit | undefined {
  const range = rangeWithin(ray, spaces) ?? [0, -1];
  let hit: MeshHit | undefined;
  for (const mesh of meshes) {
    const { positions, triangles } = mesh;
    for (let at = 0; at < triangles.length; at += 3) {
      const found = triangleHit(positions, triangles[at]!, triangles[at + 1]!, triangles[at + 2]!, ray);
      if (found < range[0] || found > range[1] || Number.isNaN(found)) continue;
      if (!hit || found < hit.distanceMm) hit = { mesh, distanceMm: found };
    }
  }
  return hit;
}

/** NaN if the line misses the triangle. */
function triangleHit(positions: Float32Array, a: number, b: number, c: number, { at, along }: Ray): number {
  const ax = positions[a * 3]!;
  const ay = positions[a * 3 + 1]!;
  const az = positions[a * 3 + 2]!;
  const ux = positions[b * 3]! - ax;
  const uy = positions[b * 3 + 1]! - ay;
  const uz = positions[b * 3 + 2]! - az;
  const vx = positions[c * 3]! - ax;
  const vy = positions[c * 3 + 1]! - ay;
  const vz = positions[c * 3 + 2]! - az;
  const [dx, dy, dz] = along;
  const px = dy * vz - dz * vy;
  const py = dz * vx - dx * vz;
  const pz = dx * vy - dy * vx;
  const volume = ux * px + uy * py + uz * pz;
  if (Math.abs(volume) < 1e-12) return NaN;
  const tx = at[0] - ax;
  const ty = at[1] - ay;
  const tz = at[2] - az;
  const u = (tx * px + ty * py + tz * pz) / volume;
  if (u < 0 || u > 1) return NaN;
  const qx = ty * uz - tz * uy;
  const qy = tz * ux - tx * uz;
  const qz = tx * uy - ty * ux;
  const v = (dx * qx + dy * qy + dz * qz) / volume;
  return v < 0 || u + v > 1 ? NaN : (vx * qx + vy * qy + vz * qz) / volume;
}
