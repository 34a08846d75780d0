import type { Grid } from './surface.ts';
import type { Vec3 } from './vectors.ts';

/** Whether a line through a point, in both directions, passes through the volume. */
export function crossesVolume({ size, spacingMm }: Grid, point: Vec3, direction: Vec3): boolean {
  let from = -Infinity;
  let to = Infinity;
  for (const axis of [0, 1, 2] as const) {
    const low = -0.5 * spacingMm[axis];
    const high = (size[axis] - 0.5) * spacingMm[axis];
    const along = direction[axis];
    if (Math.abs(along) < 1e-9) {
      if (point[axis] < low || point[axis] > high) return false;
      continue;
    }
    const one = (low - point[axis]) / along;
    const other = (high - point[axis]) / along;
    from = Math.max(from, Math.min(one, other));
    to = Math.min(to, Math.max(one, other));
  }
  return from <= to;
}
