import type { Slice } from '../volume/slice.ts';
import { markComponent } from './flood.ts';

type Place = readonly [column: number, row: number];

/** A compact piece in a slice. */
type LongAxis = {
  /** its centroid, in pixels */
  centre: Place;
  /** unit vector along its longer side, to the right */
  direction: Place;
  /** its length divided by its width */
  elongation: number;
  areaPx: number;
};

/**
 * The centre and the longer axis of the dense piece about a place, by its second moments. The level between dense and less
 * dense values is that of Otsu (N. Otsu, 1979). Undefined where nothing dense is near, or where the piece has no longer axis
 * or continues beyond the slice.
 * @param reachPx how far from the place the piece may begin
 */
export function longAxisAt(
  { width, height, values }: Slice,
  place: Place,
  reachPx: number,
  leastElongation = 1.2,
): LongAxis | undefined {
  const level = otsuLevel(values);
  const isDense = (at: number) => values[at]! > level;
  const start = nearestDense(width, height, place, reachPx, isDense);
  if (start === undefined) return undefined;
  const marks = new Uint8Array(values.length);
  const count = markComponent(marks, [width, height, 1], start, 1, isDense);
  let x = 0;
  let y = 0;
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (let at = 0; at < marks.length; at += 1) {
    if (marks[at] === 0) continue;
    const column = at % width;
    const row = Math.floor(at / width);
    if (column === 0 || row === 0 || column === width - 1 || row === height - 1) return undefined;
    x += column;
    y += row;
    xx += column * column;
    xy += column * row;
    yy += row * row;
  }
  const centre: Place = [x / count, y / count];
  const a = xx / count - centre[0] ** 2;
  const b = xy / count - centre[0] * centre[1];
  const c = yy / count - centre[1] ** 2;
  const spread = Math.hypot((a - c) / 2, b);
  const long = (a + c) / 2 + spread;
  const short = (a + c) / 2 - spread;
  const elongation = Math.sqrt(long / Math.max(short, 1e-9));
  if (elongation < leastElongation) return undefined;
  const angle = Math.atan2(2 * b, a - c) / 2;
  return { centre, direction: [Math.cos(angle), Math.sin(angle)], elongation, areaPx: count };
}

function nearestDense(
  width: number,
  height: number,
  [column, row]: Place,
  reachPx: number,
  isDense: (at: number) => boolean,
): number | undefined {
  let nearest: number | undefined;
  let least = reachPx;
  for (let y = Math.max(0, Math.ceil(row - reachPx)); y <= Math.min(height - 1, row + reachPx); y += 1)
    for (
      let x = Math.max(0, Math.ceil(column - reachPx));
      x <= Math.min(width - 1, column + reachPx);
      x += 1
    ) {
      const distance = Math.hypot(x - column, y - row);
      if (distance > least || !isDense(y * width + x)) continue;
      least = distance;
      nearest = y * width + x;
    }
  return nearest;
}

const BINS = 256;

/** The level that separates the values into two classes with the greatest variance between them. */
function otsuLevel(values: Slice['values']): number {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const width = Math.max(1, high - low) / BINS;
  const counts = new Float64Array(BINS);
  for (const value of values) {
    const bin = Math.min(BINS - 1, Math.floor((value - low) / width));
    counts[bin] = counts[bin]! + 1;
  }
  const total = counts.reduce((sum, count, bin) => sum + count * bin, 0);
  let best = 0;
  let greatest = -1;
  let below = 0;
  let sumBelow = 0;
  for (let bin = 0; bin < BINS; bin += 1) {
    below += counts[bin]!;
    sumBelow += counts[bin]! * bin;
    const above = values.length - below;
    if (below === 0 || above === 0) continue;
    const between = below * above * (sumBelow / below - (total - sumBelow) / above) ** 2;
    if (between <= greatest) continue;
    greatest = between;
    best = bin;
  }
  return low + (best + 1) * width;
}
