import { join } from 'node:path';
import type { Size3 } from '@snimok/imaging/volume/volume';
import type { RenditionParser } from './open-files.ts';
import { encodingOf } from './pack-frame.ts';
import type { RenditionSeries, SeriesFrame, VolumeShape } from './series.ts';
import { halfFactor, type Piece, planeFactors, type PlaneGroup, previewFactor } from './tasks.ts';
import type { VolumeLevel } from '@snimok/contract/viewing/online-viewer';
import type { z } from 'zod';

/** One resolution of a volume; `factor` is how many voxels of the full volume one voxel covers, per axis. */
export interface PackedLevel {
  level: z.infer<typeof VolumeLevel>['level'];
  factor: Size3;
  lossless: boolean;
  slices: Piece[];
}

/** Smaller volumes get no `half` level: even a phone can load them in full. */
const HALVED_FROM_VOXELS = 16_000_000;
const GROUPS_PER_TASK = 16;
/**
 * The error of a lossy preview is at most the range of grey values divided by this. Gives 190 kB for 100 × 100 × 100
 * voxels with the noise of a CBCT.
 */
const PREVIEW_GREYS = 200;

/** Packs the coarser levels of a volume. Coarsest first, which is the order of transfer. */
export const makeLevels = async (
  parser: RenditionParser,
  folder: string,
  { frames }: RenditionSeries,
  volume: VolumeShape,
  signal: AbortSignal,
): Promise<PackedLevel[]> => {
  const [columns, rows, slices] = volume.stack.size;
  const pack = packerFor(parser, join(folder, 'levels'), volume, signal);
  const coarse = async (level: 'preview' | 'half', factor: Size3, quantum: number): Promise<PackedLevel> => ({
    level,
    factor,
    lossless: quantum === 0,
    slices: await pack(groupsOf(frames, level, factor[2]), factor, quantum),
  });
  const factors = planeFactors({ columns, rows });
  const preview: Size3 = [...factors.preview, previewFactor(slices)];
  const half: Size3 = [...factors.half, halfFactor(slices)];
  const isLossy = encodingOf({ columns: columns / preview[0], rows: rows / preview[1] }) === 'htj2k';
  const quantum = isLossy ? Math.max(1, (volume.highest - volume.lowest) / PREVIEW_GREYS) : 0;
  const levels = [await coarse('preview', preview, quantum)];
  const isLarge = columns * rows * slices > HALVED_FROM_VOXELS && half.some((factor) => factor > 1);
  if (isLarge) levels.push(await coarse('half', half, 0));
  const blank = frames.some(({ packed }) => !packed) ? (await pack([[null]], [1, 1, 1], 0))[0] : undefined;
  const full = frames.flatMap(({ packed }) => packed?.piece ?? blank ?? []);
  return [...levels, { level: 'full', factor: [1, 1, 1], lossless: true, slices: full }];
};

/** A function that packs one slice per group. */
const packerFor =
  (parser: RenditionParser, out: string, volume: VolumeShape, signal: AbortSignal) =>
  async (groups: PlaneGroup[], factor: Size3, quantum: number): Promise<Piece[]> => {
    const [columns, rows] = volume.stack.size;
    const pieces: Piece[] = [];
    for (let at = 0; at < groups.length; at += GROUPS_PER_TASK) {
      const reply = await parser.run(
        {
          task: 'level',
          out,
          groups: groups.slice(at, at + GROUPS_PER_TASK),
          size: { columns: Math.ceil(columns / factor[0]), rows: Math.ceil(rows / factor[1]) },
          bits: volume.scale.bits,
          blank: volume.lowest,
          quantum,
        },
        signal,
      );
      // the input is the portal's own working file, so no untrusted file can cause a failure
      if (!('pieces' in reply)) throw new Error('failed' in reply ? reply.failed : 'no answer');
      pieces.push(...reply.pieces);
    }
    return pieces;
  };

const groupsOf = (frames: SeriesFrame[], level: 'preview' | 'half', factor: number): PlaneGroup[] =>
  Array.from({ length: Math.ceil(frames.length / factor) }, (_, group) =>
    frames.slice(group * factor, (group + 1) * factor).map(({ packed }) => packed?.coarse?.[level] ?? null),
  );
