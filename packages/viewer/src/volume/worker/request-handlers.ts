import { type Densities, reduced } from '@snimok/imaging/registration/densities';
import type { Mesh } from '@snimok/imaging/surface/mesh';
import { surfaceNets } from '@snimok/imaging/surface/surface-nets';
import { cutSheet, type SheetCut, SheetCutter } from '@snimok/imaging/volume/sheet';
import { cutSlice, type Slice } from '@snimok/imaging/volume/slice';
import { traceTunnel } from '@snimok/imaging/volume/trace-tunnel';
import type { Volume } from '@snimok/imaging/volume/volume';
import { moved, subtract } from '../../geometry/rod.ts';
import type { Grid } from '../../geometry/surface.ts';
import { clamp, type Vec3 } from '../../geometry/vectors.ts';
import { blockMeans } from '../voxels/block-means.ts';
import { airwayIn, regionInUnits, toothIn } from '../voxels/measure-region.ts';
import { enhanceCut } from '../voxels/enhance-cut.ts';
import { measureRod } from '../voxels/measure-rod.ts';
import type { RequestKind, SheetRequest, VolumeRequests } from './messages.ts';
import { type SampleScale, toSample, toUnits } from '../voxels/units.ts';
import { voxelBytes } from '../voxels/voxel-bytes.ts';

/**
 * The volume from which a request is answered. It may be coarser than the grid of the request and begin at
 * another point of that grid.
 */
export interface VoxelSource {
  volume: Volume;
  offsetMm: Vec3;
}

type RequestHandler<K extends RequestKind> = (
  request: VolumeRequests[K]['request'],
  source: VoxelSource,
  grid: Grid,
  scale: SampleScale,
) => VolumeRequests[K]['response'];

/** A distance in layers; a smaller one is rounding. */
const BETWEEN = 1e-6;

/**
 * A mixture of two layers of the preview. With the nearest layer alone, several key presses would show the same picture
 * until the preview is enlarged, which takes about a second.
 */
function mixed(one: Slice, other: Slice, share: number, gap: number | undefined): Slice {
  const values = one.values.map((value, at) => {
    const beyond = other.values[at]!;
    if (value === gap || beyond === gap) return share < 0.5 ? value : beyond;
    return Math.round(value + (beyond - value) * share);
  });
  return { ...one, values };
}

export const requestHandlers: { [K in RequestKind]: RequestHandler<K> } = {
  slice: ({ axis, index, slices, blend }, { volume, offsetMm }, grid, scale) => {
    const from = grid.spacingMm[axis];
    const to = volume.spacingMm[axis];
    const at = clamp((index * from - offsetMm[axis]) / to, 0, volume.size[axis] - 1);
    const count = Math.max(1, Math.round((slices * from) / to));
    const cut = (layer: number) => cutSlice(volume, { axis, index: layer, slices: count, blend });
    const isBetween = slices === 1 && Math.abs(at - Math.round(at)) > BETWEEN;
    const slice = isBetween
      ? mixed(cut(Math.floor(at)), cut(Math.ceil(at)), at % 1, volume.gap)
      : cut(Math.round(at));
    return { ...slice, scale, gap: volume.gap };
  },
  sheet: (cut, { volume, offsetMm }, _grid, scale) =>
    answerOf(cutSheet(volume, movedCut(cut, offsetMm)), cut, volume, scale),
  probe: ({ at, radiusMm }, { volume, offsetMm: [x, y, z] }, _grid, scale) =>
    probe(volume, [at[0] - x, at[1] - y, at[2] - z], radiusMm, scale),
  surface: ({ level, every }, { volume, offsetMm }, _grid, scale) =>
    surfaceOf(volume, toSample(scale, level), every, offsetMm),
  rod: ({ rod, parts }, { volume, offsetMm }, _grid, scale) =>
    measureRod(volume, { ...rod, from: subtract(rod.from, offsetMm) }, parts, scale),
  tunnels: ({ parts }, { volume, offsetMm }) => ({
    tunnels: parts.map(([from, to]) => {
      const tunnel = traceTunnel(volume, subtract(from, offsetMm), subtract(to, offsetMm));
      return tunnel ? { ...tunnel, points: tunnel.points.map((point) => moved(point, offsetMm, 1)) } : null;
    }),
  }),
  bytes: ({ low, high, ...taken }, { volume, offsetMm }, _grid, scale) => ({
    ...voxelBytes(volume, { ...taken, low: toSample(scale, low), high: toSample(scale, high) }),
    offsetMm,
  }),
  region: (request, { volume }, _grid, scale) => ({ region: regionInUnits(volume, request, scale) }),
  airway: (request, { volume }, _grid, scale) => ({ airway: airwayIn(volume, request, scale) }),
  tooth: (request, { volume }, _grid, scale) => ({ tooth: toothIn(volume, request, scale) }),
  densities: ({ stepMm }, { volume, offsetMm }, _grid, scale) => densitiesOf(volume, offsetMm, stepMm, scale),
  samples: (_request, { volume }) => ({ ...volume, values: volume.values.slice() }),
};

function densitiesOf(volume: Volume, originMm: Vec3, stepMm: number, scale: SampleScale): Densities {
  const densities = reduced({ ...volume, originMm }, stepMm);
  const { values } = densities;
  for (let at = 0; at < values.length; at += 1) values[at] = toUnits(scale, values[at]!);
  return densities;
}

const movedCut = (cut: SheetCut, offsetMm: Vec3): SheetCut => ({
  ...cut,
  columns: cut.columns.map(({ originMm, normal }) => ({ originMm: subtract(originMm, offsetMm), normal })),
});

const answerOf = (
  slice: Slice,
  { enhanced, pixelMm }: SheetRequest,
  volume: Volume,
  scale: SampleScale,
): VolumeRequests['sheet']['response'] => ({
  ...(enhanced ? enhanceCut(slice, pixelMm, volume) : slice),
  scale,
  gap: volume.gap,
});

/** Computing them takes 2 to 4 ms (measured). */
const SAMPLES_PER_PART = 150_000;

/** Computes a sheet in parts: each call of the returned function computes one part, and the last call returns the answer. */
export function sheetInParts(
  cut: SheetRequest,
  { volume, offsetMm }: VoxelSource,
  scale: SampleScale,
): () => VolumeRequests['sheet']['response'] | undefined {
  const cutter = new SheetCutter(volume, movedCut(cut, offsetMm));
  return () => {
    cutter.fill(SAMPLES_PER_PART);
    return cutter.isComplete ? answerOf(cutter.slice, cut, volume, scale) : undefined;
  };
}

function surfaceOf(volume: Volume, level: number, every: number, from: Vec3): Mesh {
  const field = blockMeans(volume, every);
  const mesh = surfaceNets(field, level);
  const offset = field.offsetMm.map((mm, axis) => mm + from[axis]!);
  for (let at = 0; at < mesh.positions.length; at += 1)
    mesh.positions[at] = mesh.positions[at]! + offset[at % 3]!;
  return mesh;
}

/** Statistics of the measured voxels in a ball, which always includes the voxel nearest to its centre. */
function probe(
  { size, spacingMm, values, gap }: Volume,
  centerMm: Vec3,
  radiusMm: number,
  scale: SampleScale,
): VolumeRequests['probe']['response'] {
  const nearest = centerMm.map((mm, axis) => clamp(Math.round(mm / spacingMm[axis]!), 0, size[axis]! - 1));
  const reach = spacingMm.map((step) => Math.floor(radiusMm / step));
  let sum = 0;
  let count = 0;
  let gaps = 0;
  let min = Infinity;
  let max = -Infinity;
  const range = (axis: 0 | 1 | 2) =>
    [
      Math.max(0, nearest[axis]! - reach[axis]!),
      Math.min(size[axis] - 1, nearest[axis]! + reach[axis]!),
    ] as const;
  const [x0, x1] = range(0);
  const [y0, y1] = range(1);
  const [z0, z1] = range(2);
  for (let z = z0; z <= z1; z += 1)
    for (let y = y0; y <= y1; y += 1)
      for (let x = x0; x <= x1; x += 1) {
        const dx = (x - nearest[0]!) * spacingMm[0];
        const dy = (y - nearest[1]!) * spacingMm[1];
        const dz = (z - nearest[2]!) * spacingMm[2];
        if (Math.hypot(dx, dy, dz) > radiusMm && (dx || dy || dz)) continue;
        const value = values[(z * size[1] + y) * size[0] + x]!;
        if (value === gap) {
          gaps += 1;
          continue;
        }
        sum += value;
        count += 1;
        min = Math.min(min, value);
        max = Math.max(max, value);
      }
  const units = (sample: number) => toUnits(scale, sample);
  const statistics = count > 0 ? { mean: units(sum / count), min: units(min), max: units(max) } : null;
  return { statistics, isComplete: gaps === 0 };
}
