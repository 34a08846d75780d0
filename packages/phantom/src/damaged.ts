import { ctImage, HOUNSFIELD_OFFSET, type StudyToWrite } from '@snimok/imaging/dicom/images';
import type { Orientation, Vector3 } from '@snimok/imaging/dicom/elements/file';
import type { Size3, Volume } from '@snimok/imaging/volume/volume';
import { drawJaws } from './jaws.ts';
import { randomStream } from './anatomy/random.ts';
import type { PhantomFile } from './series.ts';

/**
 * A series with one or several defects, as devices and archives write them, and the volume that it shows.
 * @internal
 */
export type DamagedSeries = {
  name: string;
  files: PhantomFile[];
  truth: {
    size: Size3;
    spacingMm: Vector3;
    originMm: Vector3;
    /** Hounsfield units of each layer, row by row, `OUTSIDE` beyond its slice; null where nothing was measured */
    layers: (Int16Array | null)[];
    /** distinct readable slices at distinct positions */
    imageCount: number;
  };
  /** what does not belong to the volume and is shown as series of their own */
  apart: Apart[];
};

/** Images outside the volume; with `layers` they are a volume of their own. */
type Apart = { imageCount: number; layers: Int16Array[] | null };

/**
 * Marks pixels of a layer that its slice does not cover, because the gantry was tilted.
 * @internal
 */
export const OUTSIDE = -32_768;

const SIZE: Size3 = [48, 44, 40];
const SPACING_MM = 2;
/** @internal */
export const [COLUMNS, ROWS, COUNT] = SIZE;
/** @internal */
export const FIRST: Vector3 = [-47, -43, -20];

/**
 * One file of a series before it is written.
 * @internal
 */
export type Slice = {
  layer: Int16Array;
  position: Vector3 | null;
  number: number | null;
  uid: string;
  /** of the layer, by default those of the series */
  rows?: number;
  spacingMm?: number;
  orientation?: Orientation;
  acquisition?: number;
  frameOfReference?: string;
  study?: Partial<Pick<StudyToWrite, 'studyInstanceUID' | 'patient'>>;
  thicknessMm?: number;
  rescale?: readonly [slope: number, intercept: number];
  /** bytes missing at its end */
  cut?: number;
};

/** @internal */
export type DamagedSlices = {
  slices: Slice[];
  stepMm: number;
  layers?: (Int16Array | null)[];
  gaps?: number[];
  extraRows?: number;
  /** images in the volume; by default all readable ones at distinct positions */
  imageCount?: number;
  apart?: Apart[];
};

type SpacedSlice = Slice & { position: Vector3; number: number };

/** @internal */
export const spaced = (stepMm: number, drawn: Int16Array[]): SpacedSlice[] =>
  drawn.map((layer, at) => ({
    layer,
    position: [FIRST[0], FIRST[1], FIRST[2] + at * stepMm],
    number: at + 1,
    uid: `${at + 1}`,
  }));

const without = (slices: SpacedSlice[], ...missing: number[]) =>
  slices.filter((_, at) => !missing.includes(at));
const rounded = (slice: SpacedSlice): SpacedSlice => {
  const [x, y, z] = slice.position;
  return { ...slice, position: [x, y, Number(z.toFixed(1))] };
};
const rescaled = (slice: SpacedSlice, at: number): SpacedSlice => ({
  ...slice,
  rescale: (
    [
      [1, -1024],
      [0.5, -1100],
      [0.25, -1050],
    ] as const
  )[at % 3]!,
});
const reversed = (slices: SpacedSlice[]): SpacedSlice[] =>
  slices.map((slice) => ({ ...slice, number: slices.length + 1 - slice.number }));

/** Another image at the position of slice `at`. */
const repeated = (slices: SpacedSlice[], at: number, number: number): SpacedSlice => ({
  ...slices[at]!,
  layer: slices[at]!.layer.map((value) => Math.min(2000, value + 300)),
  number,
  uid: `${number}.1`,
});

/** @internal */
export type Kinds = Record<string, (drawn: Int16Array[]) => DamagedSlices>;

const SERIES: Kinds = {
  'missing slices': (drawn) => ({
    slices: without(spaced(2, drawn), 9, 20, 21, 22),
    stepMm: 2,
    gaps: [9, 20, 21, 22],
  }),
  'a duplicate file': (drawn) => {
    const slices = spaced(2, drawn);
    return { slices: [...slices, slices[7]!, slices[30]!], stepMm: 2 };
  },
  'two slices at one position': (drawn) => {
    const slices = spaced(2, drawn);
    return { slices: [...slices, repeated(slices, 13, 41)], stepMm: 2 };
  },
  'rounded positions': (drawn) => ({ slices: spaced(0.16, drawn).map(rounded), stepMm: 0.16 }),
  'a rescale per slice': (drawn) => ({ slices: spaced(2, drawn).map(rescaled), stepMm: 2 }),
  'gantry tilt': (drawn) => ({
    slices: spaced(4, drawn).map((slice, at) => ({
      ...slice,
      position: [FIRST[0], FIRST[1] + at * SPACING_MM, slice.position[2]],
    })),
    stepMm: 4,
    extraRows: COUNT - 1,
  }),
  'uneven spacing': (drawn) => {
    const mm = (at: number) => (at < 20 ? at * 2 : 38 + (at - 19) * 3);
    const slices = spaced(2, drawn).map((slice, at) => ({
      ...slice,
      position: [FIRST[0], FIRST[1], FIRST[2] + mm(at)] as const,
    }));
    // beyond slice 19, layers 2 mm apart lie between slices 3 mm apart
    const layers = Array.from({ length: 50 }, (_, layer) => {
      if (layer < 20) return drawn[layer]!;
      const along = 19 + (layer * 2 - 38) / 3;
      const below = Math.floor(along + 1e-9);
      const part = (layer * 2 - 38) % 3;
      if (part === 0) return drawn[below]!;
      return drawn[below]!.map((value, at) =>
        Math.round(value + ((drawn[below + 1]![at]! - value) * part) / 3),
      );
    });
    return { slices, stepMm: 2, layers };
  },
  'a truncated slice': (drawn) => ({
    slices: spaced(2, drawn).map((slice, at) => (at === 17 ? { ...slice, cut: 900 } : slice)),
    stepMm: 2,
    gaps: [17],
  }),
  'reversed numbers': (drawn) => ({ slices: reversed(spaced(2, drawn)), stepMm: 2 }),
  'several defects': (drawn) => {
    const all = reversed(spaced(0.25, drawn)).map(rescaled).map(rounded);
    const cut = all.map((slice, at) => (at === 33 ? { ...slice, cut: 900 } : slice));
    const slices = [...without(cut, 11, 12), all[5]!, repeated(all, 25, 90)];
    return { slices, stepMm: 0.25, gaps: [11, 12, 33] };
  },
};

/**
 * The damaged series of the synthetic patient, small ones; every call draws the same. Files are in random order.
 * @internal
 */
export const damagedSeries = (study: StudyToWrite): DamagedSeries[] => drawSeries(study, SERIES);

/** @internal */
export function drawSeries(study: StudyToWrite, kinds: Kinds): DamagedSeries[] {
  const jaws = drawJaws({ size: SIZE, spacingMm: SPACING_MM, noise: 30 });
  const drawn = Array.from({ length: COUNT }, (_, at) => layerOf(jaws, at));
  return Object.entries(kinds).map(([name, make], at) => {
    const series = make(drawn);
    const uid = `${study.seriesInstanceUID}.${at + 1}`;
    const own = { ...study, seriesInstanceUID: uid, seriesNumber: at + 1, seriesDescription: name };
    return {
      name,
      files: shuffled(series.slices.map((slice) => fileOf(own, slice, series.stepMm))),
      truth: truthOf(series, drawn),
      apart: series.apart ?? [],
    };
  });
}

const layerOf = ({ values }: Volume, at: number): Int16Array =>
  Int16Array.from(values.subarray(at * COLUMNS * ROWS, (at + 1) * COLUMNS * ROWS));

function truthOf(series: DamagedSlices, drawn: Int16Array[]): DamagedSeries['truth'] {
  const { stepMm, gaps = [], extraRows = 0 } = series;
  const layers = series.layers ?? drawn.map((layer, at) => (gaps.includes(at) ? null : layer));
  return {
    size: [COLUMNS, ROWS + extraRows, layers.length],
    spacingMm: [SPACING_MM, SPACING_MM, stepMm],
    originMm: FIRST,
    imageCount: series.imageCount ?? distinct(series.slices.filter(({ cut }) => !cut)),
    layers: extraRows === 0 ? layers : layers.map((layer, at) => layer && shifted(layer, at, extraRows)),
  };
}

const distinct = (slices: Slice[]) => new Set(slices.map(({ position }) => position?.join())).size;

/** The layer, moved down by `at` rows. */
function shifted(layer: Int16Array, at: number, extraRows: number): Int16Array {
  const larger = new Int16Array(COLUMNS * (ROWS + extraRows)).fill(OUTSIDE);
  larger.set(layer, at * COLUMNS);
  return larger;
}

function fileOf(study: StudyToWrite, slice: Slice, stepMm: number): PhantomFile {
  const [slope, intercept] = slice.rescale ?? [1, -HOUNSFIELD_OFFSET];
  const { rows = ROWS, spacingMm = SPACING_MM, orientation, acquisition } = slice;
  const bytes = ctImage(
    { ...study, ...slice.study },
    {
      sopInstanceUID: `${study.seriesInstanceUID}.${slice.uid}`,
      frameOfReferenceUID: slice.frameOfReference ?? `${study.studyInstanceUID}.1`,
      instanceNumber: slice.number,
      rows,
      columns: COLUMNS,
      rescale: [slope, intercept],
      values: Uint16Array.from(slice.layer, (value) => (value - intercept) / slope),
      pixelSpacingMm: [spacingMm, spacingMm],
      sliceThicknessMm: slice.thicknessMm ?? stepMm,
      imagePositionMm: slice.position,
      ...(orientation && { imageOrientation: orientation }),
      ...(acquisition !== undefined && { acquisitionNumber: acquisition }),
    },
  );
  return { filename: '', bytes: slice.cut ? bytes.subarray(0, -slice.cut) : bytes };
}

function shuffled(files: PhantomFile[]): PhantomFile[] {
  const random = randomStream(7);
  const keyed = files.map((file) => ({ file, key: random() }));
  return keyed
    .toSorted((one, other) => one.key - other.key)
    .map(({ file }, at) => ({ ...file, filename: `F${String(at).padStart(3, '0')}.dcm` }));
}
