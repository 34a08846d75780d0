import type { Densities } from '@snimok/imaging/registration/densities';
import type { Airway } from '@snimok/imaging/segmentation/airway-sections';
import type { Region } from '@snimok/imaging/segmentation/grow-region';
import type { Mesh } from '@snimok/imaging/surface/mesh';
import type { SeparatedTooth } from '@snimok/imaging/segmentation/separate-tooth';
import type { SheetCut } from '@snimok/imaging/volume/sheet';
import type { SliceCut } from '@snimok/imaging/volume/slice';
import type { Tunnel } from '@snimok/imaging/volume/trace-tunnel';
import type { Volume } from '@snimok/imaging/volume/volume';
import type { Grid } from '../../geometry/surface.ts';
import type { Vec2, Vec3 } from '../../geometry/vectors.ts';
import type { Rod } from '../../geometry/rod.ts';
import type { AirwayRequest, RegionRequest, ToothRequest } from '../voxels/measure-region.ts';
import type { RodPart } from '../voxels/measure-rod.ts';
import type { Placement } from '../voxels/placement.ts';
import type { SampleScale } from '../voxels/units.ts';
import type { VoxelBytes } from '../voxels/voxel-bytes.ts';

/** A cut in samples, rows from the top down. Pixels that were not measured have the value `gap`. */
export interface Cut {
  width: number;
  height: number;
  values: Volume['values'];
  scale: SampleScale;
  gap: number | undefined;
}

/** `enhanced`: sharper and more even, as the portal's panoramas are. */
export type SheetRequest = SheetCut & { enhanced?: boolean };

/**
 * The requests that the volume worker answers, by kind. Points are in the volume's millimetres; values are in
 * units, except those of cuts.
 */
export interface VolumeRequests {
  slice: { request: SliceCut; response: Cut };
  sheet: { request: SheetRequest; response: Cut };
  /** Mean, minimum and maximum of the measured values in a ball; null if there are none. */
  probe: {
    request: { at: Vec3; radiusMm: number };
    response: { statistics: { mean: number; min: number; max: number } | null; isComplete: boolean };
  };
  /** The surface at a level, of blocks of `every`³ voxels. */
  surface: { request: { level: number; every: number }; response: Mesh };
  /** The values in an implant, in parts of equal height from its head. */
  rod: { request: { rod: Rod; parts: number }; response: { parts: RodPart[]; isComplete: boolean } };
  /** Lines that follow a tunnel of low density between two points each; null where none was found. */
  tunnels: {
    request: { parts: readonly (readonly [from: Vec3, to: Vec3])[] };
    response: { tunnels: (Tunnel | null)[] };
  };
  /** A region that grows from a point, or the airway about it; null where the point has other values. */
  region: { request: RegionRequest; response: { region: Region | null } };
  airway: { request: AirwayRequest; response: { airway: Airway | null } };
  /** The tooth about a point; null where there is none, or nothing near it has at least the density of enamel. */
  tooth: { request: ToothRequest; response: { tooth: SeparatedTooth | null } };
  /**
   * The volume, or some of its layers, in 8 bits per voxel for the 3D view, thinned out: `low` and below become 0, `high`
   * and above 255. `offsetMm` is the centre of the volume's first voxel.
   */
  bytes: {
    request: { longest: number; low: number; high: number; layers?: Vec2 };
    response: VoxelBytes & { offsetMm: Vec3 };
  };
  /** A coarse copy in units, for the registration of two volumes. */
  densities: { request: { stepMm: number }; response: Densities };
  /** A copy of all samples, for the stitching of two volumes. */
  samples: { request: Record<string, never>; response: Volume };
}
export type RequestKind = keyof VolumeRequests;

/** A volume that the worker is to keep. */
export interface VolumeToKeep extends Grid, Pick<Placement, 'axes'> {
  scale: SampleScale;
  /** indexes of the slices of the series that were not measured */
  missing: readonly number[];
  /** slices contain `GAP_SAMPLE` where nothing was measured; otherwise it is a value of the device */
  hasGaps: boolean;
}

/** A message from the page to the volume worker. */
export type ToVolume =
  | ({ type: 'open' } & VolumeToKeep)
  | { type: 'preview'; volume: Volume; offsetMm: Vec3 }
  /** `isHalf`: at half the resolution, until the whole slice arrives */
  | { type: 'slice'; index: number; values: Uint16Array<ArrayBuffer>; isHalf?: boolean }
  | {
      [K in RequestKind]: { type: 'request'; id: number; kind: K; request: VolumeRequests[K]['request'] };
    }[RequestKind];

/** How many slices of the full volume have arrived, and how many at least at half the resolution. */
interface ArrivedSlices {
  slices: number;
  halves: number;
}

/** A message from the volume worker to the page. */
export type FromVolume =
  | { type: 'response'; id: number; response: VolumeRequests[RequestKind]['response'] }
  | ({ type: 'arrived' } & ArrivedSlices)
  /** the samples of a slice are in the volume: their array is free */
  | { type: 'written'; values: Uint16Array<ArrayBuffer> }
  | { type: 'failed'; reason: string };
