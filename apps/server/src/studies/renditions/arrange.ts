import type { DicomFile } from '@snimok/imaging/dicom/file';
import { groupSeries, orderSlices, type Series } from '@snimok/imaging/dicom/series';
import { type NoStack, type Stack, stackOf } from '@snimok/imaging/volume/stack';
import { sentences } from '../../platform/sentences.ts';
import type { Found } from './survey.ts';
import type { Entry, Greys, MadeFrame } from './tasks.ts';

/** One picture of a series, in its place. */
export interface Shot {
  entry: Entry;
  frame: number;
  dicom: DicomFile | null;
  /** null where it could not be read */
  made: MadeFrame | null;
}

export interface VolumeShape {
  stack: Stack;
  scale: Pick<Greys, 'bits' | 'slope' | 'intercept'>;
  /** of the samples, over all slices */
  lowest: number;
  highest: number;
}

export interface Arranged {
  about: Pick<Series, 'seriesInstanceUID' | 'seriesNumber' | 'modality' | 'description'>;
  shots: Shot[];
  /** null: the pictures are shown one by one */
  volume: VolumeShape | null;
  /** in Russian */
  warnings: string[];
}

/** What was found, series by series, each in its order; those without a single readable picture are left out. */
export const arrange = (found: Found[]): Arranged[] => {
  const files = found.flatMap((file) => (file.dicom ? [{ ...file, dicom: file.dicom }] : []));
  const series = groupSeries(files.map(({ dicom }) => dicom)).map((about) => {
    const own = files.filter(({ dicom }) => dicom.seriesInstanceUID === about.seriesInstanceUID);
    return arrangeSeries(about, own);
  });
  const images = found.filter(({ dicom }) => dicom === null);
  const all = images.length > 0 ? [...series, arrangeImages(images)] : series;
  return all.filter(({ shots }) => shots.some(({ made }) => made));
};

const arrangeSeries = (about: Series, files: (Found & { dicom: DicomFile })[]): Arranged => {
  const headers = files.map(({ dicom }) => dicom);
  const places = orderSlices(headers);
  const shots = places.flatMap(({ file, frame }): Shot[] => {
    const of = files[file];
    const made = of?.frames[frame];
    return of
      ? [{ entry: of.entry, frame, dicom: of.dicom, made: made && 'packed' in made ? made : null }]
      : [];
  });
  const unread = shots.filter(({ made }) => !made).length;
  const stack = stackOf(headers, places);
  const volume = typeof stack === 'string' ? stack : volumeOf(stack, shots);
  const warnings = unread > 0 ? [sentences.viewSlicesUnread(unread)] : [];
  if (typeof volume !== 'string') return { about, shots, volume, warnings };
  const why = whyNoVolume[volume];
  return {
    about,
    shots: shots.filter(({ made }) => made),
    volume: null,
    warnings: why ? [...warnings, why] : warnings,
  };
};

/** Pictures that never were slices need no excuse. */
const whyNoVolume: Record<NoStack, string | null> = {
  'not-slices': null,
  'different-slices': sentences.viewSlicesDiffer,
  'uneven-steps': sentences.viewStepsUneven,
  tilted: sentences.viewTilted,
};

/** Slices are one volume when their numbers mean the same in each of them. */
const volumeOf = (stack: Stack, shots: Shot[]): VolumeShape | NoStack => {
  const made = shots.flatMap((shot) => (shot.made ? [shot.made] : []));
  const [columns, rows] = stack.size;
  const greys = made.flatMap((frame) => (frame.greys ? [frame.greys] : []));
  const [first] = greys;
  if (!first || greys.length < made.length) return 'not-slices';
  const alike =
    made.every((frame) => frame.columns === columns && frame.rows === rows && frame.coarse) &&
    greys.every(
      ({ bits, slope, intercept }) =>
        bits === first.bits && slope === first.slope && intercept === first.intercept,
    );
  if (!alike) return 'different-slices';
  return {
    stack,
    scale: { bits: first.bits, slope: first.slope, intercept: first.intercept },
    lowest: greys.reduce((least, { lowest }) => Math.min(least, lowest), Number.POSITIVE_INFINITY),
    highest: greys.reduce((most, { highest }) => Math.max(most, highest), 0),
  };
};

const arrangeImages = (images: Found[]): Arranged => ({
  about: { seriesInstanceUID: null, seriesNumber: null, modality: null, description: null },
  shots: images.flatMap(({ entry, frames }) =>
    frames.flatMap((made, frame) => ('packed' in made ? [{ entry, frame, dicom: null, made }] : [])),
  ),
  volume: null,
  warnings: [],
});
