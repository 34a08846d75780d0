import type { DicomFile } from '@snimok/imaging/dicom/file';
import type { PlaneSize } from '@snimok/imaging/pictures/htj2k';
import type { PlaneFactor } from '@snimok/imaging/volume/coarser';

/** A file of the study as it lies in its one object, which is on this machine's disk. */
export interface Entry {
  path: string;
  offset: number;
  compressedBytes: number;
  sizeBytes: number;
  method: 'deflate' | 'stored';
}

/** Bytes in one of the run's working files. */
export interface Piece {
  file: string;
  at: number;
  length: number;
}

export type Opened =
  | { kind: 'dicom'; dicom: DicomFile }
  | { kind: 'image'; width: number; height: number }
  /** nothing to look at */
  | { kind: 'other' }
  | { kind: 'broken'; reason: string };

/** How the samples of a grey frame are to be understood; see the contract. */
export interface Greys {
  bits: 8 | 16;
  slope: number;
  intercept: number;
  /** of the samples */
  lowest: number;
  highest: number;
  window: { center: number; width: number };
  inverted: boolean;
}

export interface MadeFrame extends PlaneSize {
  encoding: 'htj2k' | 'png' | 'deflate';
  packed: Piece;
  /** null for colours and plain images */
  greys: Greys | null;
  /** the same frame coarser, as words of 16 bits; for what may become a volume */
  coarse: { preview: Piece; half: Piece } | null;
}
export type Frame = MadeFrame | { failed: string };

/** Coarse planes that become one slice of a coarser volume; null stands for one that could not be read. */
export type PlaneGroup = (Piece | null)[];

export interface LevelRequest {
  groups: PlaneGroup[];
  size: PlaneSize;
  bits: 8 | 16;
  /** what stands where nothing could be read */
  blank: number;
  /** how far a sample may be off; 0 loses nothing */
  quantum: number;
}

/** What the parent asks of a child. Everything that is made is put behind what `out` holds already. */
export type RenditionTask =
  | { task: 'open'; entry: Entry }
  | { task: 'frames'; entry: Entry; from: number; count: number; out: string; coarseOut: string | null }
  | ({ task: 'level'; out: string } & LevelRequest)
  | { task: 'thumbnail'; entry: Entry; frame: number; out: string };

export type RenditionReply = { opened: Opened } | { frames: Frame[] } | { pieces: Piece[] };

/** The in-plane factor of both coarse planes, by the size of the frame alone, so that one pass makes them. */
export const previewFactor = (count: number): number => Math.max(1, Math.round(count / PREVIEW_SIDE));
export const halfFactor = (count: number): number => (count > HALVED_FROM ? 2 : 1);
export const planeFactors = ({ columns, rows }: PlaneSize): { preview: PlaneFactor; half: PlaneFactor } => ({
  preview: [previewFactor(columns), previewFactor(rows)],
  half: [halfFactor(columns), halfFactor(rows)],
});

/** About a hundred voxels a side: some 200 kB, a tenth of a second at 20 Mbit/s. */
const PREVIEW_SIDE = 100;
const HALVED_FROM = 128;
