import type {
  PictureFrame,
  ViewerSeries,
  VolumeLevel,
  VolumeSeries,
} from '@snimok/contract/viewing/online-viewer';
import { pixelAspectOf } from '@snimok/imaging/pictures/picture';
import { downsampleStack, type Stack } from '@snimok/imaging/volume/stack';
import type { z } from 'zod';
import type { PackedLevel } from './levels.ts';
import { encodingOf } from './pack-frame.ts';
import { FRAME_HEADER_BYTES, type SeriesRanges } from './packed-frames.ts';
import type { RenditionSeries, SeriesFrame, VolumeShape } from './series.ts';

/** The description of a series for the viewer, as in the contract; `series` is its number in the rendition. */
export const presentSeries = (
  { header, frames, volume, warnings }: RenditionSeries,
  levels: PackedLevel[],
  series: number,
  { levels: ranges }: SeriesRanges,
): z.infer<typeof ViewerSeries> => {
  const facts = {
    series,
    seriesInstanceUID: header.seriesInstanceUID,
    seriesNumber: header.seriesNumber,
    modality: header.modality,
    description: header.description,
    frameCount: frames.length,
    imageCount: volume?.imageCount ?? frames.length,
    warnings,
  };
  if (!volume) return { ...facts, kind: 'pictures', frames: frames.flatMap(presentFrame) };
  return {
    ...facts,
    kind: 'volume',
    ...presentVolume(frames, volume),
    levels: levels.map(presentLevel(volume.stack, ranges)),
    missing: [...frames.keys()].filter((at) => !frames[at]?.packed),
    leftOut: volume.leftOut,
    ...(volume.betweenMm && { betweenMm: [...volume.betweenMm] }),
  };
};

/** The readable frame nearest to the middle, searched upwards first; it represents the series. */
export const middleFrame = (frames: SeriesFrame[]): SeriesFrame | undefined => {
  const isReadable = ({ packed }: SeriesFrame) => packed !== null;
  return frames.slice(frames.length >> 1).find(isReadable) ?? frames.find(isReadable);
};

type VolumeFacts = Pick<z.infer<typeof VolumeSeries>, 'scale' | 'window' | 'inverted' | 'directions'>;

/** The initial window comes from the middle slice. */
const presentVolume = (frames: SeriesFrame[], { stack, scale }: VolumeShape): VolumeFacts => {
  const greys = middleFrame(frames)?.packed?.greys;
  const [row, column, normal] = stack.directions;
  return {
    scale,
    window: greys?.window ?? { center: 0, width: 1 },
    inverted: greys?.inverted ?? false,
    directions: [[...row], [...column], [...normal]],
  };
};

const totalBytes = (lengths: number[]) =>
  lengths.reduce((bytes, length) => bytes + FRAME_HEADER_BYTES + length, 0);

const presentLevel =
  (stack: Stack, ranges: SeriesRanges['levels']) =>
  ({ level, factor, lossless, slices }: PackedLevel): z.infer<typeof VolumeLevel> => {
    const { size, spacingMm, originMm } = downsampleStack(stack, factor);
    const { halfLengths } = ranges[level] ?? {};
    return {
      level,
      size: [...size],
      factor: [...factor],
      spacingMm: [...spacingMm],
      originMm: [...originMm],
      encoding: encodingOf({ columns: size[0], rows: size[1] }),
      lossless,
      sizeBytes: slices.reduce((bytes, { length }) => bytes + FRAME_HEADER_BYTES + length, 0),
      ...(level === 'full' && halfLengths && { halfBytes: totalBytes(halfLengths) }),
    };
  };

const presentFrame = ({ dicom, frame, packed }: SeriesFrame): z.infer<typeof PictureFrame>[] => {
  if (!packed) return [];
  const { columns, rows, encoding, greys, piece } = packed;
  return [
    {
      columns,
      rows,
      encoding,
      scale: greys && { bits: greys.bits, slope: greys.slope, intercept: greys.intercept },
      window: greys && greys.window,
      inverted: greys?.inverted ?? false,
      ...geometryOf(dicom),
      sizeBytes: piece.length,
      ...(dicom?.sopInstanceUID && { source: { sopInstanceUID: dicom.sopInstanceUID, frame: frame + 1 } }),
    },
  ];
};

const geometryOf = (
  dicom: SeriesFrame['dicom'],
): Pick<z.infer<typeof PictureFrame>, 'spacingMm' | 'measuredAt' | 'pixelAspect' | 'patientOrientation'> => {
  const spacing = dicom?.pixelSpacingMm ?? dicom?.imagerPixelSpacingMm;
  return {
    spacingMm: spacing ? [...spacing] : null,
    measuredAt: dicom && spacing ? measuredAt(dicom) : null,
    pixelAspect: dicom ? pixelAspectOf(dicom) : 1,
    patientOrientation: dicom?.patientOrientation ? [...dicom.patientOrientation] : null,
  };
};

/** Pixel Spacing equal to Imager Pixel Spacing was not corrected for magnification (PS3.3, 10.7.1.3). */
const measuredAt = ({
  pixelSpacingMm: inPatient,
  imagerPixelSpacingMm: atDetector,
}: NonNullable<SeriesFrame['dicom']>): 'patient' | 'detector' => {
  if (!inPatient) return 'detector';
  return atDetector?.every((mm, axis) => mm === inPatient[axis]) ? 'detector' : 'patient';
};
