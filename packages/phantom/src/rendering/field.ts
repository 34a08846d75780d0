import type { Canvas } from '../anatomy/canvas.ts';

/** Trilinear interpolation; the caller stays one voxel inside the volume. */
export function valueAt({ size, values }: Canvas, x: number, y: number, z: number): number {
  const nx = size[0];
  const layer = size[0] * size[1];
  const i = x | 0;
  const j = y | 0;
  const k = z | 0;
  const fx = x - i;
  const fy = y - j;
  const fz = z - k;
  const at = k * layer + j * nx + i;
  const low =
    (values[at]! * (1 - fx) + values[at + 1]! * fx) * (1 - fy) +
    (values[at + nx]! * (1 - fx) + values[at + nx + 1]! * fx) * fy;
  const top = at + layer;
  const high =
    (values[top]! * (1 - fx) + values[top + 1]! * fx) * (1 - fy) +
    (values[top + nx]! * (1 - fx) + values[top + nx + 1]! * fx) * fy;
  return low * (1 - fz) + high * fz;
}

/** Outward normal: the negative gradient, measured over slightly more than a voxel. */
export function normalAt(canvas: Canvas, x: number, y: number, z: number): [number, number, number] {
  const h = 1.3;
  const gx = valueAt(canvas, x - h, y, z) - valueAt(canvas, x + h, y, z);
  const gy = valueAt(canvas, x, y - h, z) - valueAt(canvas, x, y + h, z);
  const gz = valueAt(canvas, x, y, z - h) - valueAt(canvas, x, y, z + h);
  const length = Math.hypot(gx, gy, gz) || 1;
  return [gx / length, gy / length, gz / length];
}
