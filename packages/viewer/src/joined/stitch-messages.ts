import type { Rigid } from '@snimok/imaging/registration/rigid';
import type { ScanField } from '@snimok/imaging/stitching/scan-field';
import type { JoinedGrid } from '@snimok/imaging/stitching/joined-grid';
import type { GreyMatch } from '@snimok/imaging/stitching/match-greys';
import type { StitchRefusal } from '@snimok/imaging/stitching/stitch-volumes';
import type { Volume } from '@snimok/imaging/volume/volume';

/** A message from the page to the stitching worker. */
export interface ToStitching {
  scans: readonly [Volume, Volume];
  /** from the first scan to the second one */
  transform: Rigid;
  mostVoxels: number;
}

/** The joined volume, whose slices follow. */
export interface JoinedPlan {
  grid: JoinedGrid;
  /** which of the two scans the grid and the values are of */
  fixed: 0 | 1;
  /** from the fixed scan to the other one */
  transform: Rigid;
  fields: { fixed: ScanField; moving: ScanField };
}

/** A message from the stitching worker to the page. */
export type FromStitching =
  | { type: 'refused'; refusal: StitchRefusal; match: GreyMatch }
  | ({ type: 'planned' } & JoinedPlan)
  | { type: 'slice'; index: number; values: Uint16Array<ArrayBuffer> };
