import type { DicomFile } from '@snimok/imaging/dicom/file';
import { groupSeries, orderSlices, type Series } from '@snimok/imaging/dicom/series';
import { type NoStack, type Stack, stackOf } from '@snimok/imaging/volume/stack';
import { sentences } from '../../platform/sentences.ts';
import type { OpenedFile } from './open-files.ts';
import type { Entry, GreyScale, PackedFrame } from './tasks.ts';

export interface SeriesFrame {
  entry: Entry;
  /** number of the frame in its file */
  frame: number;
  dicom: DicomFile | null;
  /** null if the frame could not be read */
  packed: PackedFrame | null;
}

export interface VolumeShape {
  stack: Stack;
  scale: Pick<GreyScale, 'bits' | 'slope' | 'intercept'>;
  /** the smallest and the largest sample of all slices */
  lowest: number;
  highest: number;
}

export interface RenditionSeries {
  header: Pick<Series, 'seriesInstanceUID' | 'seriesNumber' | 'modality' | 'description'>;
  /** in display order */
  frames: SeriesFrame[];
  /** null: the frames are shown as separate pictures */
  volume: VolumeShape | null;
  /** in Russian, for the user */
  warnings: string[];
}

/** A study of a patient has a few; each gets a thumbnail and a row. */
export const MAX_SERIES = 200;

/** Groups the opened files into series; leaves out series without a readable frame. */
export const groupIntoSeries = (files: OpenedFile[]): RenditionSeries[] => {
  const dicomFiles = files.flatMap((file) => (file.dicom ? [{ ...file, dicom: file.dicom }] : []));
  const filesOf = Map.groupBy(dicomFiles, ({ dicom }) => dicom.seriesInstanceUID);
  const series = groupSeries(dicomFiles.map(({ dicom }) => dicom)).map((header) =>
    dicomSeries(header, filesOf.get(header.seriesInstanceUID) ?? []),
  );
  const images = files.filter(({ dicom }) => dicom === null);
  const all = images.length > 0 ? [...series, imageSeries(images)] : series;
  return all.filter(({ frames }) => frames.some(({ packed }) => packed));
};

const dicomSeries = (header: Series, files: (OpenedFile & { dicom: DicomFile })[]): RenditionSeries => {
  const headers = files.map(({ dicom }) => dicom);
  const order = orderSlices(headers);
  const frames = order.flatMap(({ file, frame }): SeriesFrame[] => {
    const source = files[file];
    const result = source?.frames[frame];
    const packed = result && 'piece' in result ? result : null;
    return source ? [{ entry: source.entry, frame, dicom: source.dicom, packed }] : [];
  });
  const unreadable = frames.filter(({ packed }) => !packed).length;
  const stack = stackOf(headers, order);
  const volume = typeof stack === 'string' ? stack : volumeOf(stack, frames);
  const warnings = unreadable > 0 ? [sentences.viewerSlicesUnreadable(unreadable)] : [];
  if (typeof volume !== 'string') return { header, frames, volume, warnings };
  const reason = noVolumeReasons[volume];
  return {
    header,
    frames: frames.filter(({ packed }) => packed),
    volume: null,
    warnings: reason ? [...warnings, reason] : warnings,
  };
};

/** Images that are not slices need no explanation why they are no volume. */
const noVolumeReasons: Record<NoStack, string | null> = {
  'not-slices': null,
  'different-slices': sentences.viewerSlicesDiffer,
  'uneven-steps': sentences.viewerSpacingUneven,
  tilted: sentences.viewerGantryTilted,
};

/** A volume needs slices of equal size whose samples have the same meaning. */
const volumeOf = (stack: Stack, frames: SeriesFrame[]): VolumeShape | NoStack => {
  const packed = frames.flatMap((frame) => (frame.packed ? [frame.packed] : []));
  const [columns, rows] = stack.size;
  const greys = packed.flatMap((frame) => (frame.greys ? [frame.greys] : []));
  const [first] = greys;
  if (!first || greys.length < packed.length) return 'not-slices';
  const areAlike =
    packed.every((frame) => frame.columns === columns && frame.rows === rows && frame.coarse) &&
    greys.every(
      ({ bits, slope, intercept }) =>
        bits === first.bits && slope === first.slope && intercept === first.intercept,
    );
  if (!areAlike) return 'different-slices';
  return {
    stack,
    scale: { bits: first.bits, slope: first.slope, intercept: first.intercept },
    lowest: greys.reduce((least, { lowest }) => Math.min(least, lowest), Number.POSITIVE_INFINITY),
    highest: greys.reduce((most, { highest }) => Math.max(most, highest), 0),
  };
};

const imageSeries = (images: OpenedFile[]): RenditionSeries => ({
  header: { seriesInstanceUID: null, seriesNumber: null, modality: null, description: null },
  frames: images.flatMap(({ entry, frames }) =>
    frames.flatMap((result, frame) =>
      'piece' in result ? [{ entry, frame, dicom: null, packed: result }] : [],
    ),
  ),
  volume: null,
  warnings: [],
});
