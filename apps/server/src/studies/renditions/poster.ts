import { join } from 'node:path';
import { dot } from '@snimok/imaging/dicom/vectors';
import type { Vector3 } from '@snimok/imaging/dicom/elements/file';
import type { PlaneSize } from '@snimok/imaging/pictures/htj2k';
import type { Stack } from '@snimok/imaging/volume/stack';
import type { PanoramaRow } from '../objects/panorama-queries.ts';
import type { RenditionParser } from './open-files.ts';
import { type Piece, planeFactors, type PosterPlanes } from './tasks.ts';
import { middleFrame } from './present-series.ts';
import type { RenditionSeries } from './series.ts';

/** A poster in a working file, and what its planes show. */
export interface PackedPoster {
  piece: Piece;
  pointMm: Vector3;
  planes: PosterPlanes;
}

/** Longest side of a plane: three of them are about 40 kB. */
const LONGEST_SIDE = 256;

type Arch = Pick<PanoramaRow, 'volume' | 'points' | 'plane'> | undefined;

/**
 * Makes the poster of a volume: three planes through the point at which viewers open it. Null if the volume has slices
 * that were not measured, because a poster cannot mark them.
 */
export const makePoster = async (
  parser: RenditionParser,
  folder: string,
  { header, frames, volume }: RenditionSeries,
  arch: Arch,
  signal: AbortSignal,
): Promise<PackedPoster | null> => {
  const window = middleFrame(frames)?.packed?.greys?.window;
  const slices = frames.map(({ packed }) => packed?.coarse?.half ?? null);
  if (!volume || !window || slices.includes(null)) return null;
  const { stack, scale } = volume;
  const at = voxelAt(stack, startPoint(stack, header.seriesInstanceUID, arch));
  const [columns, rows] = stack.size;
  const { half } = planeFactors({ columns, rows });
  const planes = posterPlanes(stack);
  const reply = await parser.run(
    {
      task: 'poster',
      out: join(folder, 'posters'),
      slices: slices.filter((piece) => piece !== null),
      size: { columns: Math.ceil(columns / half[0]), rows: Math.ceil(rows / half[1]) },
      at: [Math.floor(at[0] / half[0]), Math.floor(at[1] / half[1]), at[2]],
      scale,
      window,
      planes,
    },
    signal,
  );
  const piece = 'pieces' in reply ? reply.pieces[0] : undefined;
  return piece ? { piece, pointMm: pointAt(stack, at), planes } : null;
};

/**
 * The point at which viewers open the volume: at the first quarter of the arch's points, where there are teeth. Without
 * an arch it is the middle.
 */
const startPoint = (stack: Stack, seriesInstanceUID: string | null, arch: Arch): Vector3 => {
  const point = arch?.points?.[Math.floor(arch.points.length / 4)];
  const isOfSeries = (arch?.volume?.seriesInstanceUID ?? null) === seriesInstanceUID;
  if (!point || !arch?.plane || !isOfSeries) {
    const { size } = stack;
    return pointAt(stack, [size[0] >> 1, size[1] >> 1, size[2] >> 1]);
  }
  const { originMm, up } = arch.plane;
  const above = dot([point[0] - originMm[0], point[1] - originMm[1], point[2] - originMm[2]], up);
  return [point[0] - up[0] * above, point[1] - up[1] * above, point[2] - up[2] * above];
};

const voxelAt = ({ size, spacingMm, originMm, directions }: Stack, point: Vector3): Vector3 => {
  const offset: Vector3 = [point[0] - originMm[0], point[1] - originMm[1], point[2] - originMm[2]];
  const index = (axis: 0 | 1 | 2) =>
    Math.min(size[axis] - 1, Math.max(0, Math.round(dot(offset, directions[axis]) / spacingMm[axis])));
  return [index(0), index(1), index(2)];
};

const pointAt = ({ spacingMm, originMm, directions }: Stack, at: Vector3): Vector3 => {
  const along = (of: 0 | 1 | 2) =>
    directions.reduce(
      (sum, direction, axis) => sum + direction[of] * at[axis]! * spacingMm[axis]!,
      originMm[of],
    );
  return [along(0), along(1), along(2)];
};

/** The sizes of the planes across each axis: columns along the first of the other two, rows along the second. */
const posterPlanes = ({ size: [columns, rows, slices] }: Stack): PosterPlanes => {
  const reduced = (width: number, height: number): PlaneSize => {
    const factor = Math.min(1, LONGEST_SIDE / Math.max(width, height));
    return {
      columns: Math.max(1, Math.round(width * factor)),
      rows: Math.max(1, Math.round(height * factor)),
    };
  };
  return [reduced(rows, slices), reduced(columns, slices), reduced(columns, rows)];
};
