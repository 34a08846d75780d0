import type { StudyToWrite } from '@snimok/imaging/dicom/images';
import type { Orientation } from '@snimok/imaging/dicom/elements/file';
import {
  COLUMNS,
  COUNT,
  type DamagedSeries,
  type DamagedSlices,
  drawSeries,
  FIRST,
  type Kinds,
  ROWS,
  type Slice,
  spaced,
} from './damaged.ts';

/** The slice that differs from the others, from 0. */
const ODD = 13;
const STEP_MM = 2;

const [X, Y, Z] = FIRST;

/** A series in which one slice differs, which is shown as a picture of its own and leaves a gap. */
const withOdd =
  (change: (slice: Slice) => Partial<Slice>) =>
  (drawn: Int16Array[]): DamagedSlices => ({
    slices: spaced(STEP_MM, drawn).map((slice, at) => (at === ODD ? { ...slice, ...change(slice) } : slice)),
    stepMm: STEP_MM,
    gaps: [ODD],
    imageCount: COUNT - 1,
    apart: [{ imageCount: 1, layers: null }],
  });

/** A series with a second stack of the same size, whose values are 300 higher. */
const withSecond =
  (change: (slice: Slice, at: number) => Partial<Slice>) =>
  (drawn: Int16Array[]): DamagedSlices => {
    const brighter = drawn.map((layer) => layer.map((value) => value + 300));
    const second = spaced(STEP_MM, brighter).map((slice, at): Slice => ({
      ...slice,
      uid: `2.${slice.uid}`,
      ...change(slice, at),
    }));
    return {
      slices: [...spaced(STEP_MM, drawn), ...second],
      stepMm: STEP_MM,
      imageCount: COUNT,
      apart: [{ imageCount: COUNT, layers: brighter }],
    };
  };

/** Turned about the axis of its rows. */
const tilted = (degrees: number): Orientation => {
  const angle = (degrees * Math.PI) / 180;
  return [1, 0, 0, 0, Math.cos(angle), Math.sin(angle)];
};

const at = (index: number, beside = 0) => ({
  position: [X + beside, Y, Z + index * STEP_MM] as const,
});

const KINDS: Kinds = {
  'a slice without a position': withOdd(() => ({ position: null })),
  'a slice at 1,000 mm': withOdd(() => ({ position: [X, Y, 1000] })),
  'a slice at 1,000 mm, without numbers': (drawn) => {
    const series = withOdd(() => ({ position: [X, Y, 1000] }))(drawn);
    return { ...series, slices: series.slices.map((slice) => ({ ...slice, number: null })) };
  },
  'a slice below the others': withOdd(() => at(-8)),
  'a slice between two others': withOdd(() => at(25.5)),
  'a slice at the position of another': withOdd(() => at(20)),
  'a slice beside the others': withOdd(() => at(ODD, 30)),
  'a slice of another orientation': withOdd(() => ({ orientation: tilted(1) })),
  'a slice of another size': withOdd(({ layer }) => ({
    rows: ROWS - 4,
    layer: layer.subarray(0, COLUMNS * (ROWS - 4)),
  })),
  'a slice of another spacing': withOdd(() => ({ spacingMm: 1.9 })),
  'a slice in another frame of reference': withOdd(() => ({ frameOfReference: '2.25.99' })),
  'a slice of another patient': withOdd(() => ({
    study: { patient: { name: 'Петров Пётр', id: '2', birthDate: '1990-01-02', sex: 'M' } },
  })),
  'a slice of another study': withOdd(() => ({ study: { studyInstanceUID: '2.25.98' } })),
  'an outlier of each attribute': (drawn) => {
    const changes: Record<number, Partial<Slice>> = {
      3: { position: null },
      8: { position: [X, Y, 1000] },
      15: { orientation: tilted(5) },
      22: { spacingMm: 1.9 },
      30: { frameOfReference: '2.25.99' },
    };
    const slices = spaced(STEP_MM, drawn).map((slice, index): Slice => ({ ...slice, ...changes[index] }));
    const gaps = Object.keys(changes).map(Number);
    const alone = { imageCount: 1, layers: null };
    return {
      slices,
      stepMm: STEP_MM,
      gaps,
      imageCount: COUNT - gaps.length,
      // the images of another shape are together in one series
      apart: [{ imageCount: 2, layers: null }, alone, alone, alone],
    };
  },
  'two acquisitions': withSecond(() => ({ acquisition: 2 })),
  'two acquisitions half a step apart': withSecond((_, index) => ({ acquisition: 2, ...at(index + 0.5) })),
  'two acquisitions without numbers of theirs': withSecond(({ number }) => ({ number: COUNT + number! })),
  'two frames of reference': withSecond(() => ({ frameOfReference: '2.25.99' })),
  'two places beside each other': withSecond(({ number }, index) => ({
    number: COUNT + number!,
    ...at(index, 120),
  })),
  'two places above each other': withSecond(({ number }, index) => ({
    number: COUNT + number!,
    ...at(index + 5 * COUNT),
  })),
  'every second slice lost': (drawn) => ({
    slices: spaced(STEP_MM, drawn).map((slice) => ({ ...slice, thicknessMm: STEP_MM / 2 })),
    stepMm: STEP_MM,
  }),
  'one instance UID for all slices': (drawn) => ({
    slices: spaced(STEP_MM, drawn).map((slice) => ({ ...slice, uid: '1' })),
    stepMm: STEP_MM,
  }),
  'a frame of reference and an acquisition for each slice': (drawn) => ({
    slices: spaced(STEP_MM, drawn).map((slice, index) => ({
      ...slice,
      frameOfReference: `2.25.99.${index + 1}`,
      acquisition: index + 1,
    })),
    stepMm: STEP_MM,
  }),
};

/**
 * Series whose slices do not all belong together: outliers of each attribute, and two stacks in one series.
 * @internal
 */
export const outlierSeries = (study: StudyToWrite): DamagedSeries[] => drawSeries(study, KINDS);
