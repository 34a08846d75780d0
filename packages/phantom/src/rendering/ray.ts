import type { Canvas } from '../anatomy/canvas.ts';
import { BLOCK_SHIFT, type Blocks } from './blocks.ts';
import { valueAt } from './field.ts';

type Vector = readonly [number, number, number];

/** Called at each surface that the ray enters, in voxel coordinates; returns whether the ray ends there. */
type OnSurface = (field: number, x: number, y: number, z: number) => boolean;

const STEP = 0.9;
const EDGE = 2;

/**
 * Follows a ray through the volume in voxel coordinates and reports every surface that it enters, nearest
 * first. Blocks without a surface, seven of eight, are skipped.
 */
export function follow(
  fields: readonly Canvas[],
  blocks: Blocks,
  eye: Vector,
  ray: Vector,
  onSurface: OnSurface,
): void {
  const { size } = fields[0]!;
  let near = 0;
  let far = Number.POSITIVE_INFINITY;
  for (let axis = 0; axis < 3; axis += 1) {
    const inverse = 1 / (ray[axis]! || 1e-9);
    const one = (EDGE - eye[axis]!) * inverse;
    const other = (size[axis]! - 1 - EDGE - eye[axis]!) * inverse;
    near = Math.max(near, Math.min(one, other));
    far = Math.min(far, Math.max(one, other));
  }
  const before = new Float64Array(fields.length).fill(Number.NaN);
  for (let t = near; t < far; t += STEP) {
    const x = eye[0] + ray[0] * t;
    const y = eye[1] + ray[1] * t;
    const z = eye[2] + ray[2] * t;
    const bx = x >> BLOCK_SHIFT;
    const by = y >> BLOCK_SHIFT;
    const bz = z >> BLOCK_SHIFT;
    const touched = blocks.touched[(bz * blocks.size[1] + by) * blocks.size[0] + bx]!;
    if (touched === 0) {
      before.fill(Number.NaN);
      t += Math.max(
        0,
        blockExit(x, ray[0], bx, blockExit(y, ray[1], by, blockExit(z, ray[2], bz, 99))) - STEP + 0.01,
      );
      continue;
    }
    for (let field = 0; field < fields.length; field += 1) {
      if ((touched & (1 << field)) === 0) {
        before[field] = Number.NaN;
        continue;
      }
      const value = valueAt(fields[field]!, x, y, z);
      const last = before[field]!;
      before[field] = value;
      if (!(last <= 0 && value > 0)) continue;
      const back = (STEP * value) / (value - last);
      if (onSurface(field, x - ray[0] * back, y - ray[1] * back, z - ray[2] * back)) return;
    }
  }
}

/** Ray parameter at which the block ends on this axis, at most `most`. */
function blockExit(at: number, direction: number, block: number, most: number): number {
  const edge = (block + (direction > 0 ? 1 : 0)) << BLOCK_SHIFT;
  const distance = direction === 0 ? most : (edge - at) / direction;
  return Math.min(most, Math.max(0, distance));
}
