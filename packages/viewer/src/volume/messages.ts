import type { SheetCut } from '@snimok/imaging/volume/sheet';
import type { Slice, SliceCut } from '@snimok/imaging/volume/slice';
import type { Volume } from '@snimok/imaging/volume/volume';
import type { Grid } from '../geometry/surface.ts';
import type { Vec3 } from '../geometry/vectors.ts';
import type { Placement } from './placement.ts';

/** What is asked of the volume; each kind has its answer. */
export interface VolumeRequests {
  slice: { request: SliceCut; response: Slice };
  sheet: { request: SheetCut; response: Slice };
  /** The mean of a ball, its least and greatest value. */
  probe: { request: { at: Vec3; radiusMm: number }; response: { mean: number; least: number; most: number } };
  /** Every n-th voxel in eight bits, for the 3D view: 0 is `low` and below, 255 `high` and above. */
  bytes: {
    request: { longest: number; low: number; high: number };
    response: { size: Vec3; spacingMm: Vec3; values: Uint8Array };
  };
}
export type RequestKind = keyof VolumeRequests;

export type ToVolume =
  | ({ type: 'open' } & Grid & Pick<Placement, 'axes'>)
  | { type: 'preview'; volume: Volume; offsetMm: Vec3 }
  | { type: 'slice'; index: number; values: Int16Array }
  | {
      [K in RequestKind]: { type: 'request'; id: number; kind: K; request: VolumeRequests[K]['request'] };
    }[RequestKind];

export type FromVolume =
  | { type: 'response'; id: number; response: VolumeRequests[RequestKind]['response'] }
  /** how many slices of the full volume have come */
  | { type: 'arrived'; slices: number }
  | { type: 'failed'; reason: string };
