import type { RegionMask } from '@snimok/imaging/segmentation/grow-region';
import { clamp, type Vec3 } from './vectors.ts';
import type { Grid, Surface } from './surface.ts';

/**
 * The part of a flat surface that lies in a region, as an SVG path of rows in the surface's millimetres; empty where the
 * surface does not reach the region.
 */
export function regionPath({ from, size, marks }: RegionMask, { spacingMm }: Grid, surface: Surface): string {
  const step = Math.min(...spacingMm);
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((corner) => {
    const at = (axis: 0 | 1 | 2) =>
      (from[axis] - 0.5 + ((corner >> axis) & 1 ? size[axis] : 0)) * spacingMm[axis];
    return surface.toPosition([at(0), at(1), at(2)]);
  });
  const isBeside = corners.every(({ offset }) => offset > 0) || corners.every(({ offset }) => offset < 0);
  if (isBeside) return '';
  const range = (axis: 0 | 1) => {
    const values = corners.map(({ position }) => position[axis]);
    const most = surface.sizeMm[axis];
    return [clamp(Math.min(...values), 0, most), clamp(Math.max(...values), 0, most)] as const;
  };
  const [left, right] = range(0);
  const [top, bottom] = range(1);
  const [nx, ny, nz] = size;
  const isInside = (point: Vec3) => {
    const x = Math.round(point[0] / spacingMm[0]) - from[0];
    const y = Math.round(point[1] / spacingMm[1]) - from[1];
    const z = Math.round(point[2] / spacingMm[2]) - from[2];
    return x >= 0 && y >= 0 && z >= 0 && x < nx && y < ny && z < nz && marks[(z * ny + y) * nx + x] === 1;
  };
  const rows: string[] = [];
  const short = (mm: number) => Math.round(mm * 1000) / 1000;
  for (let v = top + step / 2; v < bottom; v += step) {
    let start: number | undefined;
    for (let u = left + step / 2; u < right + step; u += step) {
      const inside = u < right && isInside(surface.toPoint([u, v]));
      if (inside) start ??= u;
      if (inside || start === undefined) continue;
      rows.push(
        `M${short(start - step / 2)} ${short(v - step / 2)}h${short(u - start)}v${short(step)}h${short(start - u)}z`,
      );
      start = undefined;
    }
  }
  return rows.join('');
}
