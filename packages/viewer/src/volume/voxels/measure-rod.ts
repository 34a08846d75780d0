import type { Volume } from '@snimok/imaging/volume/volume';
import { deepest, dot, endsOf, moved, type Rod, subtract } from '../../geometry/rod.ts';
import { clamp, type Vec3 } from '../../geometry/vectors.ts';
import { type SampleScale, toUnits } from './units.ts';

/** The values of the voxels in one part of a rod; null if none was measured. */
export type RodPart = { mean: number; min: number; max: number; count: number } | null;

/**
 * Statistics of the voxels whose centres are in a rod, in `parts` of equal height along its axis, from `rod.from`. The
 * rod is in millimetres of the volume, whose samples are converted to units. `isComplete` is false if voxels were not measured or the rod leaves the volume.
 */
export function measureRod(
  volume: Volume,
  rod: Rod,
  parts: number,
  scale: SampleScale,
): { parts: RodPart[]; isComplete: boolean } {
  const { size, spacingMm, values, gap } = volume;
  const [first, last] = endsOf(rod);
  const sums = Array.from({ length: parts }, () => ({ sum: 0, count: 0, min: Infinity, max: -Infinity }));
  let isComplete = true;
  const range = boundsOf(rod).map(([low, high], axis) => {
    const from = Math.ceil(low / spacingMm[axis]!);
    const to = Math.floor(high / spacingMm[axis]!);
    if (from < 0 || to > size[axis]! - 1) isComplete = false;
    return [Math.max(0, from), Math.min(size[axis]! - 1, to)] as const;
  });
  const [[x0, x1], [y0, y1], [z0, z1]] = range as [
    readonly [number, number],
    readonly [number, number],
    readonly [number, number],
  ];
  for (let z = z0; z <= z1; z += 1)
    for (let y = y0; y <= y1; y += 1)
      for (let x = x0; x <= x1; x += 1) {
        const at: Vec3 = [x * spacingMm[0], y * spacingMm[1], z * spacingMm[2]];
        if (deepest(rod, { at, along: rod.direction }, [0, 0]) < 0) continue;
        const value = values[(z * size[1] + y) * size[0] + x]!;
        if (value === gap) {
          isComplete = false;
          continue;
        }
        const along = dot(subtract(at, rod.from), rod.direction) - first;
        const part = sums[clamp(Math.floor((along / (last - first)) * parts), 0, parts - 1)]!;
        part.sum += value;
        part.count += 1;
        part.min = Math.min(part.min, value);
        part.max = Math.max(part.max, value);
      }
  const units = (sample: number) => toUnits(scale, sample);
  return {
    parts: sums.map(({ sum, count, min, max }) =>
      count ? { mean: units(sum / count), min: units(min), max: units(max), count } : null,
    ),
    isComplete,
  };
}

/** The box about both ends, enlarged by the radius. */
function boundsOf(rod: Rod): (readonly [number, number])[] {
  const ends = endsOf(rod).map((t) => moved(rod.from, rod.direction, t)) as [Vec3, Vec3];
  return [0, 1, 2].map((axis) => [
    Math.min(ends[0][axis]!, ends[1][axis]!) - rod.radiusMm,
    Math.max(ends[0][axis]!, ends[1][axis]!) + rod.radiusMm,
  ]);
}

/** Parts joined into `count` parts, as thirds of an implant: weighted means, least and greatest values. */
export function joinParts(parts: readonly RodPart[], count: number): RodPart[] {
  const each = parts.length / count;
  return Array.from({ length: count }, (_, at) => {
    const measured = parts.slice(at * each, (at + 1) * each).filter((part) => part !== null);
    const total = measured.reduce((sum, part) => sum + part.count, 0);
    if (total === 0) return null;
    return {
      mean: measured.reduce((sum, part) => sum + part.mean * part.count, 0) / total,
      min: Math.min(...measured.map(({ min }) => min)),
      max: Math.max(...measured.map(({ max }) => max)),
      count: total,
    };
  });
}
