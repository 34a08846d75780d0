import { join } from 'node:path';
import type { Size3 } from '@snimok/imaging/volume/volume';
import type { Arranged, Shot, VolumeShape } from './arrange.ts';
import { encodingOf } from './pack-frame.ts';
import type { RenditionExaminer } from './survey.ts';
import { halfFactor, type Piece, planeFactors, type PlaneGroup, previewFactor } from './tasks.ts';

/** One fineness of a volume, its slices packed. */
export interface MadeLevel {
  level: 'preview' | 'half' | 'full';
  factor: Size3;
  lossless: boolean;
  slices: Piece[];
}

/** A volume below this is no load for a phone either. */
const HALVED_FROM_VOXELS = 16_000_000;
const GROUPS_AT_ONCE = 16;
/** How many steps of grey a preview tells apart, roughly: 190 kB for 100 × 100 × 100 with the grain of a CBCT. */
const PREVIEW_GREYS = 200;

/** Coarsest first, as they are sent. */
export const makeLevels = async (
  examiner: RenditionExaminer,
  scratch: string,
  { shots }: Arranged,
  volume: VolumeShape,
  signal: AbortSignal,
): Promise<MadeLevel[]> => {
  const { size } = volume.stack;
  const [columns, rows, slices] = size;
  const factors = planeFactors({ columns, rows });
  const ask = async (groups: PlaneGroup[], factor: Size3, quantum: number): Promise<Piece[]> => {
    const pieces: Piece[] = [];
    for (let at = 0; at < groups.length; at += GROUPS_AT_ONCE) {
      const reply = await examiner.ask(
        {
          task: 'level',
          out: join(scratch, 'levels'),
          groups: groups.slice(at, at + GROUPS_AT_ONCE),
          size: { columns: Math.ceil(columns / factor[0]), rows: Math.ceil(rows / factor[1]) },
          bits: volume.scale.bits,
          blank: volume.lowest,
          quantum,
        },
        signal,
      );
      // our own numbers, packed by our own code: a failure here is not the file's
      if (!('pieces' in reply)) throw new Error('failed' in reply ? reply.failed : 'no answer');
      pieces.push(...reply.pieces);
    }
    return pieces;
  };
  const coarse = async (level: 'preview' | 'half', factor: Size3, quantum: number): Promise<MadeLevel> => ({
    level,
    factor,
    lossless: quantum === 0,
    slices: await ask(groupsOf(shots, level, factor[2]), factor, quantum),
  });

  const previewed: Size3 = [...factors.preview, previewFactor(slices)];
  const halved: Size3 = [...factors.half, halfFactor(slices)];
  const isLossy = encodingOf({ columns: columns / previewed[0], rows: rows / previewed[1] }) === 'htj2k';
  const quantum = isLossy ? Math.max(1, (volume.highest - volume.lowest) / PREVIEW_GREYS) : 0;
  const levels = [await coarse('preview', previewed, quantum)];
  const isLarge = columns * rows * slices > HALVED_FROM_VOXELS && halved.some((by) => by > 1);
  if (isLarge) levels.push(await coarse('half', halved, 0));
  const blank = shots.some(({ made }) => !made) ? (await ask([[null]], [1, 1, 1], 0))[0] : undefined;
  const full = shots.flatMap(({ made }) => made?.packed ?? blank ?? []);
  return [...levels, { level: 'full', factor: [1, 1, 1], lossless: true, slices: full }];
};

const groupsOf = (shots: Shot[], level: 'preview' | 'half', factor: number): PlaneGroup[] =>
  Array.from({ length: Math.ceil(shots.length / factor) }, (_, at) =>
    shots.slice(at * factor, (at + 1) * factor).map(({ made }) => made?.coarse?.[level] ?? null),
  );
