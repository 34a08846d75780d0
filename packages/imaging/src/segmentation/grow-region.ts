import type { Size3, Volume } from '../volume/volume.ts';
import { markComponent } from './flood.ts';

/** Which voxels of a part of a volume belong to a region. */
export type RegionMask = {
  /** the first voxel of the part */
  from: Size3;
  size: Size3;
  /** 1 inside the region; the index is `(z * ny + y) * nx + x` in the part */
  marks: Uint8Array;
};

export type Region = {
  mask: RegionMask;
  volumeMm3: number;
  /** of the region's values */
  mean: number;
  deviation: number;
  min: number;
  max: number;
  /** the region reaches the end of the volume or of the permitted distance: it is not closed by other densities */
  isOpen: boolean;
};

type RegionRequest = {
  /** millimetres of the volume */
  at: readonly [number, number, number];
  /** values of the region, both included */
  low: number;
  high: number;
  /** the greatest distance from `at` */
  reachMm: number;
};

/**
 * Grows a region from a point over neighbouring voxels (6 neighbours) whose values lie between two limits, up to a distance
 * from the point. Null if the voxel at the point has another value or was not measured.
 */
export function growRegion(volume: Volume, { at, low, high, reachMm }: RegionRequest): Region | null {
  const { spacingMm, values, gap } = volume;
  const part = boxAbout(volume, at, reachMm);
  const { from, size } = part;
  const indexOf = indexIn(volume, part);
  const centre = at.map((mm, axis) => mm / spacingMm[axis]! - from[axis]!);
  const isNear = (x: number, y: number, z: number) =>
    Math.hypot(
      (x - centre[0]!) * spacingMm[0],
      (y - centre[1]!) * spacingMm[1],
      (z - centre[2]!) * spacingMm[2],
    ) <= reachMm;
  const [nx, ny] = size;
  const isOpen = (inPart: number) => {
    const value = values[indexOf(inPart)]!;
    if (value < low || value > high || value === gap) return false;
    return isNear(inPart % nx, Math.floor(inPart / nx) % ny, Math.floor(inPart / (nx * ny)));
  };
  const start = centre.map((index, axis) => Math.min(size[axis]! - 1, Math.max(0, Math.round(index))));
  const seed = (start[2]! * ny + start[1]!) * nx + start[0]!;
  if (!isOpen(seed)) return null;
  const marks = new Uint8Array(nx * ny * size[2]);
  markComponent(marks, size, seed, 1, isOpen);
  const isAtEnd = (x: number, y: number, z: number) =>
    isAtBorder(volume, part, x, y, z) ||
    !isNear(x - 1, y, z) ||
    !isNear(x + 1, y, z) ||
    !isNear(x, y - 1, z) ||
    !isNear(x, y + 1, z) ||
    !isNear(x, y, z - 1) ||
    !isNear(x, y, z + 1);
  return { mask: { ...part, marks }, ...statisticsOf(volume, { ...part, marks }, indexOf, isAtEnd) };
}

type Part = Omit<RegionMask, 'marks'>;

function boxAbout({ size, spacingMm }: Volume, at: readonly number[], reachMm: number): Part {
  const bounds = size.map((count, axis) => {
    const centre = at[axis]! / spacingMm[axis]!;
    const reach = reachMm / spacingMm[axis]!;
    const first = Math.min(count - 1, Math.max(0, Math.floor(centre - reach)));
    return [first, Math.max(first, Math.min(count - 1, Math.ceil(centre + reach)))] as const;
  });
  const [[x0, x1], [y0, y1], [z0, z1]] = bounds as [
    (typeof bounds)[0],
    (typeof bounds)[0],
    (typeof bounds)[0],
  ];
  return { from: [x0, y0, z0], size: [x1 - x0 + 1, y1 - y0 + 1, z1 - z0 + 1] };
}

/** Returns a function from an index in the part to the index in the volume. */
function indexIn({ size: [width, depth] }: Volume, { from, size: [nx, ny] }: Part) {
  return (at: number): number => {
    const x = at % nx;
    const row = (at - x) / nx;
    const y = row % ny;
    return (((row - y) / ny + from[2]) * depth + y + from[1]) * width + x + from[0];
  };
}

const isAtBorder = ({ size }: Volume, { from }: Part, x: number, y: number, z: number): boolean =>
  x + from[0] === 0 ||
  y + from[1] === 0 ||
  z + from[2] === 0 ||
  x + from[0] === size[0] - 1 ||
  y + from[1] === size[1] - 1 ||
  z + from[2] === size[2] - 1;

function statisticsOf(
  { values, spacingMm }: Volume,
  { size: [nx, ny], marks }: RegionMask,
  indexOf: (at: number) => number,
  isAtEnd: (x: number, y: number, z: number) => boolean,
): Omit<Region, 'mask'> {
  let count = 0;
  let sum = 0;
  let squares = 0;
  let min = Infinity;
  let max = -Infinity;
  let isOpen = false;
  for (let at = 0; at < marks.length; at += 1) {
    if (marks[at] === 0) continue;
    const value = values[indexOf(at)]!;
    count += 1;
    sum += value;
    squares += value * value;
    if (value < min) min = value;
    if (value > max) max = value;
    isOpen ||= isAtEnd(at % nx, Math.floor(at / nx) % ny, Math.floor(at / (nx * ny)));
  }
  const mean = sum / count;
  const deviation = Math.sqrt(Math.max(0, squares / count - mean * mean));
  const volumeMm3 = count * spacingMm[0] * spacingMm[1] * spacingMm[2];
  return { volumeMm3, mean, deviation, min, max, isOpen };
}
