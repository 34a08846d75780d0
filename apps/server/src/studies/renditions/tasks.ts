import type { PlaneSize } from '@snimok/imaging/pictures/htj2k';
import type { PlaneFactor } from '@snimok/imaging/volume/downsample';
import type { SampleScale } from '@snimok/imaging/pictures/samples';
import type { FileFacts } from '../processing/parser-tasks/collected-file.ts';

/** An entry of the study's object, which is a ZIP at `path` on the local disk. */
export interface Entry {
  path: string;
  offset: number;
  compressedBytes: number;
  sizeBytes: number;
  method: 'deflate' | 'stored';
}

/** A range of bytes in one of the run's working files. */
export interface Piece {
  file: string;
  offset: number;
  length: number;
}

/** What the samples of a grey frame mean, as in the contract's `scale`, `window` and `inverted`. */
export interface GreyScale {
  bits: 8 | 16;
  slope: number;
  intercept: number;
  /** the smallest and the largest sample */
  lowest: number;
  highest: number;
  window: { center: number; width: number };
  inverted: boolean;
}

export interface PackedFrame extends PlaneSize {
  encoding: 'htj2k' | 'png' | 'deflate';
  piece: Piece;
  /** null for colour frames and plain images */
  greys: GreyScale | null;
  /** the frame at both coarser resolutions, in samples of 16 bits; null unless requested */
  coarse: { preview: Piece; half: Piece } | null;
}
export type FrameResult = PackedFrame | { failed: string };

/** Coarse planes whose mean becomes one slice of a coarser volume; null for a frame that could not be read. */
export type PlaneGroup = (Piece | null)[];

export interface LevelRequest {
  groups: PlaneGroup[];
  size: PlaneSize;
  bits: 8 | 16;
  /** the sample for slices without a readable frame */
  blank: number;
  /** the largest permitted error of a sample; 0: lossless */
  quantum: number;
}

/** A frame and its part in a layer of a volume that has to be resampled. */
export interface LayerSource {
  entry: Entry;
  frame: number;
  weight: number;
  /** offset of its first pixel from the first pixel of the layer */
  shiftPx: readonly [across: number, down: number];
}

export interface ResampleRequest {
  /** the sources of each layer */
  layers: LayerSource[][];
  source: PlaneSize;
  size: PlaneSize;
  scale: SampleScale;
  /** the sample outside all sources */
  blank: number;
}

/** The sizes in pixels of the planes across the columns, rows and slices of a volume. */
export type PosterPlanes = readonly [PlaneSize, PlaneSize, PlaneSize];

export interface PosterRequest {
  /** each slice at half the resolution, in samples of 16 bits */
  slices: Piece[];
  size: PlaneSize;
  /** column, row and slice that the planes show */
  at: readonly [column: number, row: number, slice: number];
  scale: SampleScale;
  window: GreyScale['window'];
  planes: PosterPlanes;
}

/** A message to a parser process; it appends its output to the working files `out` and `coarseOut`. */
export type RenditionTask =
  | { task: 'open'; entry: Entry }
  | { task: 'frames'; entry: Entry; from: number; count: number; out: string; coarseOut: string | null }
  | ({ task: 'level'; out: string } & LevelRequest)
  | ({ task: 'resample'; out: string; coarseOut: string } & ResampleRequest)
  | ({ task: 'poster'; out: string } & PosterRequest)
  | { task: 'thumbnail'; entry: Entry; frame: number; out: string };

export type RenditionReply = { facts: FileFacts } | { frames: FrameResult[] } | { pieces: Piece[] };

export const previewFactor = (count: number): number => Math.max(1, Math.round(count / PREVIEW_SIDE));
export const halfFactor = (count: number): number => (count > HALVED_FROM ? 2 : 1);
/** The in-plane factors depend on the size of the frame alone, so that a frame is decoded only once. */
export const planeFactors = ({ columns, rows }: PlaneSize): { preview: PlaneFactor; half: PlaneFactor } => ({
  preview: [previewFactor(columns), previewFactor(rows)],
  half: [halfFactor(columns), halfFactor(rows)],
});

/** About 100 voxels per side: some 200 kB, which takes a tenth of a second at 20 Mbit/s. */
const PREVIEW_SIDE = 100;
const HALVED_FROM = 128;
