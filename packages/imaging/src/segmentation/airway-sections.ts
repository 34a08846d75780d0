import type { Size3, Volume } from '../volume/volume.ts';
import { enclosedAir } from './airway.ts';
import { markComponent } from './flood.ts';
import type { RegionMask } from './grow-region.ts';

type Vector = readonly [x: number, y: number, z: number];

type AirwayRequest = {
  /** a point in the airway, millimetres of the volume */
  at: Vector;
  /** unit vector towards the head */
  up: Vector;
  /** the range along `up` in which the airway is measured, in millimetres */
  levelsMm: readonly [bottom: number, top: number];
  /** values of air are below */
  airBelow: number;
};

/** One layer of the airway, perpendicular to `up`. */
export type AirwaySection = {
  /** the middle of the layer along `up`, in millimetres */
  heightMm: number;
  /** the centroid, millimetres of the volume */
  centre: Vector;
  /** of the section perpendicular to the airway's own axis */
  areaMm2: number;
};

export type Airway = {
  mask: RegionMask;
  volumeMm3: number;
  /** from the bottom to the top */
  sections: AirwaySection[];
  /** the narrowest; null where the airway has no whole layer between the levels */
  narrowest: AirwaySection | null;
};

/** Layers are as thin as narrow places are long, and thick enough to average the noise of their edges. */
const LAYER_MM = 1;
/** The axis of the airway at a layer is the line through the centroids this far below and above. */
const AXIS_REACH_MM = 4;

/**
 * Measures the airway between two levels. The airway is the air connected with a point, which other tissue
 * encloses in axial slices. The area of an oblique section is larger than the airway by the cosine of the angle
 * with its axis, so each layer's area is multiplied by it. Null if there is no enclosed air at the point.
 */
export function measureAirway(volume: Volume, { at, up, levelsMm, airBelow }: AirwayRequest): Airway | null {
  const part = slicesBetween(volume, up, levelsMm);
  if (!part) return null;
  const [nx, ny] = volume.size;
  const area = nx * ny;
  const values = volume.values.subarray(part.first * area, (part.last + 1) * area);
  const size: Size3 = [nx, ny, part.last - part.first + 1];
  const enclosed = enclosedAir({ ...volume, size, values }, airBelow);
  const { spacingMm } = volume;
  const heightOf = heightsOf(spacingMm, up, part.first);
  const isOpen = (index: number) => {
    if (enclosed[index] !== 1) return false;
    const height = heightOf(index % nx, Math.floor(index / nx) % ny, Math.floor(index / area));
    return height >= levelsMm[0] && height <= levelsMm[1];
  };
  const seed = at.map((mm, axis) => Math.round(mm / spacingMm[axis]!) - (axis === 2 ? part.first : 0));
  if (seed.some((index, axis) => index < 0 || index >= size[axis]!)) return null;
  const start = (seed[2]! * ny + seed[1]!) * nx + seed[0]!;
  if (!isOpen(start)) return null;
  const marks = new Uint8Array(enclosed.length);
  const count = markComponent(marks, size, start, 1, isOpen);
  const mask: RegionMask = { from: [0, 0, part.first], size, marks };
  const layers = layersOf(volume, mask, up, levelsMm);
  const sections = perpendicularAreas(layers);
  const narrowest = sections.reduce<AirwaySection | null>(
    (least, section) => (least && least.areaMm2 <= section.areaMm2 ? least : section),
    null,
  );
  const volumeMm3 = count * spacingMm[0] * spacingMm[1] * spacingMm[2];
  return { mask: trimmed(mask), volumeMm3, sections, narrowest };
}

/** The axial slices that may lie between the levels. */
function slicesBetween(
  { size, spacingMm }: Volume,
  up: Vector,
  [bottom, top]: readonly [number, number],
): { first: number; last: number } | undefined {
  if (up[2] < 0.5) return undefined;
  const aside = [0, 1].map((axis) => up[axis]! * (size[axis]! - 1) * spacingMm[axis]!);
  const least = Math.min(0, aside[0]!) + Math.min(0, aside[1]!);
  const most = Math.max(0, aside[0]!) + Math.max(0, aside[1]!);
  const first = Math.max(0, Math.floor((bottom - most) / up[2] / spacingMm[2]));
  const last = Math.min(size[2] - 1, Math.ceil((top - least) / up[2] / spacingMm[2]));
  return first <= last ? { first, last } : undefined;
}

const heightsOf = (spacingMm: Size3, up: Vector, first: number) => (x: number, y: number, z: number) =>
  x * spacingMm[0] * up[0] + y * spacingMm[1] * up[1] + (z + first) * spacingMm[2] * up[2];

type Layer = AirwaySection & { volumeMm3: number };

/**
 * The volume and the centroid of each whole layer between the levels. A voxel is shared by the layers that it overlaps
 * along `up`, so that the thickness of the layers need not be a multiple of that of the slices.
 */
function layersOf(
  { spacingMm }: Volume,
  { from, size: [nx, ny], marks }: RegionMask,
  up: Vector,
  [bottom, top]: readonly [number, number],
): Layer[] {
  const half = up.reduce((sum, part, axis) => sum + Math.abs(part) * spacingMm[axis]!, 0) / 2;
  // voxels whose centres lie between the levels reach beyond them by half their height
  const count = Math.max(1, Math.round((top - bottom) / LAYER_MM));
  const thickness = (top - bottom) / count;
  const sums = Array.from({ length: count }, () => ({ weight: 0, x: 0, y: 0, z: 0 }));
  const heightOf = heightsOf(spacingMm, up, from[2]);
  for (let at = 0; at < marks.length; at += 1) {
    if (marks[at] === 0) continue;
    const x = at % nx;
    const y = Math.floor(at / nx) % ny;
    const z = Math.floor(at / (nx * ny));
    const height = heightOf(x, y, z) - bottom;
    const low = height - half;
    const high = height + half;
    const last = Math.min(count - 1, Math.floor(high / thickness));
    for (let layer = Math.max(0, Math.floor(low / thickness)); layer <= last; layer += 1) {
      const overlap = Math.min(high, (layer + 1) * thickness) - Math.max(low, layer * thickness);
      if (overlap <= 0) continue;
      const weight = overlap / (2 * half);
      const sum = sums[layer]!;
      sum.weight += weight;
      sum.x += weight * x;
      sum.y += weight * y;
      sum.z += weight * z;
    }
  }
  const voxelMm3 = spacingMm[0] * spacingMm[1] * spacingMm[2];
  return sums.flatMap(({ weight, x, y, z }, layer): Layer[] => {
    // the outermost layers lack the voxels beyond the levels
    const isWhole = layer * thickness >= 2 * half && (count - 1 - layer) * thickness >= 2 * half;
    if (weight === 0 || (!isWhole && count > 2)) return [];
    const centre: Vector = [
      (x / weight) * spacingMm[0],
      (y / weight) * spacingMm[1],
      (z / weight + from[2]) * spacingMm[2],
    ];
    const volumeMm3 = weight * voxelMm3;
    return [
      {
        heightMm: bottom + (layer + 0.5) * thickness,
        centre,
        volumeMm3,
        areaMm2: volumeMm3 / thickness,
      },
    ];
  });
}

/** Multiplies each layer's area by the cosine of the angle between `up` and the airway's axis there. */
function perpendicularAreas(layers: readonly Layer[]): AirwaySection[] {
  return layers.map(({ heightMm, centre, areaMm2 }, at) => {
    const near = layers.filter((other) => Math.abs(other.heightMm - heightMm) <= AXIS_REACH_MM);
    const below = near[0] ?? layers[at]!;
    const above = near.at(-1) ?? layers[at]!;
    const length = Math.hypot(...above.centre.map((mm, axis) => mm - below.centre[axis]!));
    const cosine = length === 0 ? 1 : Math.min(1, Math.abs(above.heightMm - below.heightMm) / length);
    return { heightMm, centre, areaMm2: areaMm2 * cosine };
  });
}

/** The smallest part of the volume that contains the region. */
function trimmed({ from, size: [nx, ny, nz], marks }: RegionMask): RegionMask {
  const low = [nx, ny, nz];
  const high = [0, 0, 0];
  for (let at = 0; at < marks.length; at += 1) {
    if (marks[at] === 0) continue;
    const index = [at % nx, Math.floor(at / nx) % ny, Math.floor(at / (nx * ny))];
    index.forEach((value, axis) => {
      if (value < low[axis]!) low[axis] = value;
      if (value > high[axis]!) high[axis] = value;
    });
  }
  const size = high.map((value, axis) => value - low[axis]! + 1) as [number, number, number];
  const part = new Uint8Array(size[0] * size[1] * size[2]);
  for (let z = 0, to = 0; z < size[2]; z += 1)
    for (let y = 0; y < size[1]; y += 1, to += size[0]) {
      const start = ((z + low[2]!) * ny + y + low[1]!) * nx + low[0]!;
      part.set(marks.subarray(start, start + size[0]), to);
    }
  return { from: [from[0] + low[0]!, from[1] + low[1]!, from[2] + low[2]!], size, marks: part };
}
