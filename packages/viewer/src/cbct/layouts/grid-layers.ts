import { clamp } from '../../geometry/vectors.ts';

interface GridRange {
  /** layers of the plane */
  count: number;
  /** layers from one cell to the next */
  every: number;
  cells: number;
}

const lastStart = ({ count, every, cells }: GridRange) => Math.max(0, count - 1 - (cells - 1) * every);

/**
 * The first layer of a grid. It stays while the crosshair's layer is among those shown, because a picture must not move
 * while it is being clicked. Otherwise the crosshair's layer is in the middle.
 */
export function gridStart(first: number, current: number, range: GridRange): number {
  const { every, cells } = range;
  const half = every / 2;
  const isShown = current >= first - half && current <= first + (cells - 1) * every + half;
  const start = isShown ? first : current - Math.floor((cells - 1) / 2) * every;
  return clamp(start, 0, lastStart(range));
}

/** The layers of the cells; fewer than `cells` in a small volume. */
export const gridLayers = (start: number, { count, every, cells }: GridRange): number[] =>
  Array.from({ length: cells }, (_, at) => start + at * every).filter((layer) => layer < count);

/** How many layers the grid moves for `steps` of the wheel; less at the ends of the volume. */
export const gridShift = (start: number, steps: number, range: GridRange): number =>
  clamp(start + steps * range.every, 0, lastStart(range)) - start;

/** The layer of a cell that is nearest to the crosshair's. */
export const nearestLayer = (layers: readonly number[], current: number): number | undefined =>
  layers.toSorted((one, other) => Math.abs(one - current) - Math.abs(other - current))[0];
