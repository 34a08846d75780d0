import { toUnits } from '../volume/voxels/units.ts';
import { areaOf } from '@snimok/imaging/export/measures';
import type { Vec2 } from '../geometry/vectors.ts';
import type { PaneImage } from '../pane/pane-image.ts';
import type { AnnotationLayer } from './annotation-layer.ts';
import type { Annotation, AnnotationKind } from './annotation.ts';

/** Kinds that enclose an area. */
export const isRegion = (kind: AnnotationKind): boolean => kind === 'polygon' || kind === 'freehand';

interface RegionStatistics {
  mean: number;
  /** standard deviation of the pixels */
  sd: number;
  min: number;
  max: number;
}

/**
 * Statistics of the measured pixels whose centres are inside a polygon; undefined if there are none.
 * @internal
 */
export function regionStatistics(
  { width, height, values, gap, pixelSize }: PaneImage,
  polygon: readonly Vec2[],
): RegionStatistics | undefined {
  const corners = polygon.map(([x, y]): Vec2 => [x / pixelSize[0] - 0.5, y / pixelSize[1] - 0.5]);
  const ys = corners.map(([, y]) => y);
  let count = 0;
  let sum = 0;
  let squares = 0;
  let min = Infinity;
  let max = -Infinity;
  const first = Math.max(0, Math.ceil(Math.min(...ys)));
  const last = Math.min(height - 1, Math.floor(Math.max(...ys)));
  for (let row = first; row <= last; row += 1) {
    const crossings = crossingsOf(corners, row);
    for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
      const to = Math.min(width - 1, Math.floor(crossings[pair + 1]!));
      for (let column = Math.max(0, Math.ceil(crossings[pair]!)); column <= to; column += 1) {
        const value = values[row * width + column]!;
        if (value === gap) continue;
        count += 1;
        sum += value;
        squares += value * value;
        min = Math.min(min, value);
        max = Math.max(max, value);
      }
    }
  }
  if (count === 0) return undefined;
  const mean = sum / count;
  return { mean, sd: Math.sqrt(Math.max(0, squares / count - mean * mean)), min, max };
}

/** Where the edges of a polygon cross a row, in ascending order. */
const crossingsOf = (corners: readonly Vec2[], row: number): number[] =>
  corners
    .flatMap(([x1, y1], at) => {
      const [x2, y2] = corners[(at + 1) % corners.length]!;
      return y1 <= row !== y2 <= row ? [x1 + ((row - y1) / (y2 - y1)) * (x2 - x1)] : [];
    })
    .toSorted((one, other) => one - other);

const rounded = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 0 });

/** If a smaller share of the region's area is seen on the picture, the region lies in another plane. */
const LEAST_SHARE = 0.9;

/**
 * The values inside a region as a text: mean ± standard deviation (minimum…maximum). Undefined if the region does not
 * lie in the plane of the picture.
 */
export function regionText(
  { points }: Annotation,
  layer: AnnotationLayer,
  image: PaneImage,
): string | undefined {
  const placed = points.map((point) => layer.toPosition(point));
  if (placed.some(({ offset }) => Math.abs(offset) > layer.maxOffset)) return undefined;
  const polygon = placed.map(({ position }) => position);
  if (layer.on === 'volume') {
    const flat = areaOf(polygon.map(([x, y]) => [x, y, 0]));
    if (flat < areaOf(points) * LEAST_SHARE) return undefined;
  }
  const found = regionStatistics(image, polygon);
  if (!found) return 'нет данных';
  const { scale = { slope: 1, intercept: 0 } } = image;
  const [mean, low, high] = [found.mean, found.min, found.max].map((value) =>
    rounded.format(toUnits(scale, value)),
  );
  const sd = rounded.format(found.sd * Math.abs(scale.slope));
  return `${mean} ± ${sd} (${low}…${high})`;
}
