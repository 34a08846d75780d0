import type { Mesh } from '../surface/mesh.ts';
import { surfaceNets } from '../surface/surface-nets.ts';
import type { Size3, Volume } from '../volume/volume.ts';

/** The voxels with one label: how many, and the smallest box that contains them. */
type StructureBox = { voxels: number; low: number[]; high: number[] };

/** The boxes of all labels but 0. */
export function structureBoxes({ size: [nx, ny, nz] }: Pick<Volume, 'size'>, labels: Uint8Array) {
  const boxes = new Map<number, StructureBox>();
  let at = 0;
  for (let z = 0; z < nz; z += 1)
    for (let y = 0; y < ny; y += 1)
      for (let x = 0; x < nx; x += 1, at += 1) {
        const label = labels[at]!;
        if (label === 0) continue;
        const box = boxes.get(label);
        if (!box) boxes.set(label, { voxels: 1, low: [x, y, z], high: [x, y, z] });
        else widen(box, x, y, z);
      }
  return boxes;
}

function widen(box: StructureBox, x: number, y: number, z: number): void {
  const { low, high } = box;
  box.voxels += 1;
  if (x < low[0]!) low[0] = x;
  else if (x > high[0]!) high[0] = x;
  if (y < low[1]!) low[1] = y;
  else if (y > high[1]!) high[1] = y;
  // slices come in ascending order
  high[2] = z;
}

/** Inside, outside and between; the weights of a voxel and its neighbours along an axis are 1, 2 and 1. */
const INSIDE = 64;
const LEVEL = 32;

/**
 * The surface of the voxels with a label, in millimetres of the volume. It lies between voxels inside and outside, smoothed over
 * their neighbours, because labels have no grey values; the centre of every voxel stays on its side.
 */
export function surfaceOfStructure(
  { size, spacingMm }: Pick<Volume, 'size' | 'spacingMm'>,
  labels: Uint8Array,
  label: number,
  { low, high }: StructureBox,
): Mesh {
  const part = low.map((first, axis) => high[axis]! - first + 3) as unknown as Size3;
  const [nx, ny, nz] = part;
  const inside = new Uint8Array(nx * ny * nz);
  // a margin of one voxel, within which the smoothed surface ends
  for (let z = 1; z < nz - 1; z += 1)
    for (let y = 1; y < ny - 1; y += 1) {
      const from = ((low[2]! + z - 1) * size[1] + low[1]! + y - 1) * size[0] + low[0]!;
      const to = (z * ny + y) * nx + 1;
      for (let x = 0; x < nx - 2; x += 1) inside[to + x] = labels[from + x] === label ? 1 : 0;
    }
  const field = smoothed(inside, part);
  const mesh = surfaceNets(
    { size: part, spacingMm, slice: (z) => field.subarray(z * nx * ny, (z + 1) * nx * ny) },
    LEVEL,
  );
  const { positions } = mesh;
  for (let at = 0; at < positions.length; at += 1)
    positions[at] = positions[at]! + (low[at % 3]! - 1) * spacingMm[at % 3]!;
  return mesh;
}

function smoothed(inside: Uint8Array, [nx, ny, nz]: Size3): Uint8Array {
  let field = inside;
  for (const step of [1, nx, nx * ny]) {
    const next = new Uint8Array(field.length);
    // the margin is 0 on all sides, so what lies beyond it does not matter
    for (let at = 0; at < field.length; at += 1)
      next[at] = (field[at - step] ?? 0) + 2 * field[at]! + (field[at + step] ?? 0);
    field = next;
  }
  for (let at = 0; at < nx * ny * nz; at += 1) {
    if (inside[at] === 1) field[at] = Math.min(INSIDE, Math.max(LEVEL + 1, field[at]!));
    else field[at] = Math.min(LEVEL - 1, field[at]!);
  }
  return field;
}
