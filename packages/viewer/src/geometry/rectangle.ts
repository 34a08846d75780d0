import type { Blend } from '@snimok/imaging/volume/slice';
import type { SheetCut } from '@snimok/imaging/volume/sheet';
import { cross, dot, moved, subtract } from './rod.ts';
import type { Surface } from './surface.ts';
import type { Vec2, Vec3 } from './vectors.ts';

/** A flat rectangle in any direction; `right` and `up` are unit vectors perpendicular to each other. */
export interface Rectangle {
  center: Vec3;
  right: Vec3;
  up: Vec3;
  sizeMm: Vec2;
}

/** The rectangle as the surface of a pane; offsets are positive towards the viewer. */
export function rectangleSurface({ center, right, up, sizeMm }: Rectangle): Surface {
  const normal = cross(right, up);
  const halfWidth = sizeMm[0] / 2;
  const halfHeight = sizeMm[1] / 2;
  return {
    sizeMm,
    toPoint: ([u, v]) => moved(moved(center, right, u - halfWidth), up, halfHeight - v),
    toPosition: (point) => {
      const from = subtract(point, center);
      return {
        position: [dot(from, right) + halfWidth, halfHeight - dot(from, up)],
        offset: dot(from, normal),
      };
    },
    isFlat: true,
    normalAt: () => normal,
  };
}

interface Thickness {
  pixelMm: number;
  /** positive towards the viewer */
  slabMm: Vec2;
  stepMm: number;
  blend: Blend;
}

/** What the rectangle shows of a volume. */
export function rectangleCut(rectangle: Rectangle, { pixelMm, ...thickness }: Thickness): SheetCut {
  const { center, right, up, sizeMm } = rectangle;
  const normal = cross(right, up);
  const count = Math.max(1, Math.round(sizeMm[0] / pixelMm));
  return {
    columns: Array.from({ length: count }, (_, column) => ({
      originMm: moved(center, right, ((column + 0.5) / count - 0.5) * sizeMm[0]),
      normal,
    })),
    up,
    heightMm: [-sizeMm[1] / 2, sizeMm[1] / 2],
    pixelMm,
    ...thickness,
  };
}
