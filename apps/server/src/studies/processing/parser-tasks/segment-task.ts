import type { SegmentationFileName, SegmentedPart } from '@snimok/contract/viewing/segmentation-labels';
import type { FileContent } from './file-content.ts';
import type { VolumePlan } from '@snimok/imaging/volume/plan';
import type { Arch } from './panorama-task.ts';

export interface SegmentRequest {
  plan: VolumePlan;
  /** indexed by the file numbers of the plan */
  files: FileContent[];
  /** corrected by a person; null: find the arch */
  arch: Arch | null;
  /** labels of an external model as NIfTI-1 on the grid of `volume`; null: the portal's own segmentation */
  labels: string | null;
  /** the contract of the labels: with contract 1, labels above 4 count as 0 */
  contract: 1 | 2;
  /** path of the file to write: all files one after another, or the volume as NIfTI-1 for a model */
  out: string;
  only: 'volume' | 'surfaces';
}

/** What a segmentation consists of. The ranges locate its files within one file. */
export interface SegmentationResult {
  parts: { part: SegmentedPart; triangles: number; volumeMm3: number }[];
  files: Partial<Record<SegmentationFileName, { at: number; length: number }>>;
  /** one part for each label of contract 2, as a node of a further file, which earlier versions of the portal do not know */
  structures?: {
    file: { at: number; length: number };
    parts: { label: number; triangles: number; volumeMm3: number }[];
  };
  /** the model, if a model server with contract 2 made the labels */
  model?: { name: string; version: string };
}

export type NoSegmentation = 'gaps' | 'no-arch' | 'bad-labels';
