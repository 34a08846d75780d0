import type { SheetReach } from '@snimok/imaging/volume/sheet';
import { type Frame, toFrame } from './frame.ts';
import { type Rectangle, rectangleSurface } from './rectangle.ts';
import type { Vec3 } from './vectors.ts';

/** Points of the head in the volume's millimetres, at most `apartMm` apart. */
export interface HeadBody {
  points: readonly Vec3[];
  apartMm: number;
}

/** The margin beyond the outermost points, for the skin and what the coarse copy does not show. */
const MARGIN_MM = 5;

/** The part of the frame that the head reaches. */
export function frameAround(frame: Frame, { points, apartMm }: HeadBody): Frame {
  const margin = MARGIN_MM + apartMm;
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const point of points)
    toFrame(frame, point).forEach((along, axis) => {
      low[axis] = Math.min(low[axis]!, along);
      high[axis] = Math.max(high[axis]!, along);
    });
  const { stepMm, count, from } = frame;
  const layers = ([0, 1, 2] as const).map((axis) => {
    const first = Math.max(0, Math.floor((low[axis] - margin) / stepMm));
    const end = Math.min(count[axis], Math.ceil((high[axis] + margin) / stepMm));
    return { first, count: Math.max(1, end - first) };
  });
  const along = (axis: 0 | 1 | 2) => from[axis] + layers[axis]!.first * stepMm;
  return {
    ...frame,
    from: [along(0), along(1), along(2)],
    count: [layers[0]!.count, layers[1]!.count, layers[2]!.count],
  };
}

/** For each cell of a rectangle, the range along its normal in which the head is. */
export function reachOf(rectangle: Rectangle, { points, apartMm }: HeadBody): SheetReach {
  const surface = rectangleSurface(rectangle);
  const [width, height] = surface.sizeMm;
  const columns = Math.max(1, Math.round(width / apartMm));
  const rows = Math.max(1, Math.round(height / apartMm));
  const reach = {
    columns,
    rows,
    from: new Float32Array(columns * rows).fill(Infinity),
    to: new Float32Array(columns * rows).fill(-Infinity),
  };
  const margin = MARGIN_MM + apartMm;
  const around = Math.ceil(margin / apartMm);
  for (const point of points) {
    const { position, offset } = surface.toPosition(point);
    const column = Math.floor((position[0] / width) * columns);
    const row = Math.floor((position[1] / height) * rows);
    for (let y = Math.max(0, row - around); y <= Math.min(rows - 1, row + around); y += 1)
      for (let x = Math.max(0, column - around); x <= Math.min(columns - 1, column + around); x += 1) {
        const at = y * columns + x;
        reach.from[at] = Math.min(reach.from[at]!, offset - margin);
        reach.to[at] = Math.max(reach.to[at]!, offset + margin);
      }
  }
  return reach;
}
