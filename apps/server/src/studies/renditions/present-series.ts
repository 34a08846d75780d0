import type { PictureFrame, ViewerSeries, VolumeLevel, VolumeSeries } from '@snimok/contract/viewer';
import { pixelAspectOf } from '@snimok/imaging/pictures/picture';
import { coarserStack, type Stack } from '@snimok/imaging/volume/stack';
import type { z } from 'zod';
import type { StackedSeries, SeriesFrame, VolumeShape } from './series.ts';
import type { PackedLevel } from './levels.ts';
import { encodingOf } from './pack-frame.ts';
import { FRAME_HEADER_BYTES } from './packed-frames.ts';

/** A series as the viewer is told of it. */
export const presentSeries = (
  { header: about, frames: shots, volume, warnings }: StackedSeries,
  levels: PackedLevel[],
  series: number,
): z.infer<typeof ViewerSeries> => {
  const facts = {
    series,
    seriesInstanceUID: about.seriesInstanceUID,
    seriesNumber: about.seriesNumber,
    modality: about.modality,
    description: about.description,
    frameCount: shots.length,
    warnings,
  };
  if (!volume) return { ...facts, kind: 'pictures', frames: shots.flatMap(presentFrame) };
  return {
    ...facts,
    kind: 'volume',
    ...presentVolume(shots, volume),
    levels: levels.map(presentLevel(volume.stack)),
  };
};

type VolumeFacts = Pick<z.infer<typeof VolumeSeries>, 'scale' | 'window' | 'inverted' | 'directions'>;

/** Looked at first as its middle slice would be. */
const presentVolume = (shots: SeriesFrame[], { stack, scale }: VolumeShape): VolumeFacts => {
  const middle = shots.slice(shots.length >> 1).find(({ packed: made }) => made) ?? shots.find(({ packed: made }) => made);
  const greys = middle?.packed?.greys;
  const [row, column, normal] = stack.directions;
  return {
    scale,
    window: greys?.window ?? { center: 0, width: 1 },
    inverted: greys?.inverted ?? false,
    directions: [[...row], [...column], [...normal]],
  };
};

const presentLevel =
  (stack: Stack) =>
  ({ level, factor, lossless, slices }: PackedLevel): z.infer<typeof VolumeLevel> => {
    const { size, spacingMm, originMm } = coarserStack(stack, factor);
    return {
      level,
      size: [...size],
      factor: [...factor],
      spacingMm: [...spacingMm],
      originMm: [...originMm],
      encoding: encodingOf({ columns: size[0], rows: size[1] }),
      lossless,
      sizeBytes: slices.reduce((bytes, { length }) => bytes + FRAME_HEADER_BYTES + length, 0),
    };
  };

const presentFrame = ({ dicom, packed: made }: SeriesFrame): z.infer<typeof PictureFrame>[] => {
  if (!made) return [];
  const { columns, rows, encoding, greys, piece: packed } = made;
  const spacing = dicom?.pixelSpacingMm ?? dicom?.imagerPixelSpacingMm;
  return [
    {
      columns,
      rows,
      encoding,
      scale: greys && { bits: greys.bits, slope: greys.slope, intercept: greys.intercept },
      window: greys && greys.window,
      inverted: greys?.inverted ?? false,
      spacingMm: spacing ? [...spacing] : null,
      measuredAt: dicom && spacing ? measuredAt(dicom) : null,
      pixelAspect: dicom ? pixelAspectOf(dicom) : 1,
      sizeBytes: packed.length,
    },
  ];
};

/** Pixel Spacing that only repeats the detector's is the detector's (PS3.3, 10.7.1.3). */
const measuredAt = ({
  pixelSpacingMm: inPatient,
  imagerPixelSpacingMm: atDetector,
}: NonNullable<SeriesFrame['dicom']>): 'patient' | 'detector' => {
  if (!inPatient) return 'detector';
  return atDetector?.every((mm, axis) => mm === inPatient[axis]) ? 'detector' : 'patient';
};
