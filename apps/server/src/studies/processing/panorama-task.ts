import type { PanoramaPicture, VolumeGeometry } from '@snimok/contract/panorama';
import type { Vector3 } from '@snimok/imaging/dicom/file';
import type { Plane } from '@snimok/imaging/panorama/plane';
import type { Refusal, VolumePlan } from '@snimok/imaging/volume/plan';
import type { z } from 'zod';
import type { PictureSize } from './parser-tasks.ts';

/** An arch in the patient's system. */
export interface Arch {
  points: readonly Vector3[];
  plane: Plane;
}

export interface PanoramaRequest {
  plan: VolumePlan;
  /** by the plan's numbers of files */
  paths: string[];
  /** drawn by a person; null: to be found */
  arch: Arch | null;
  /** where the pictures go */
  full: string;
  card: string;
  values: string;
}

export type PictureFacts = Omit<z.infer<typeof PanoramaPicture>, 'version'>;

export interface RenderedPanorama {
  arch: Arch;
  confidence: number | null;
  picture: PictureFacts;
  full: PictureSize;
  card: PictureSize;
}

export type NoPanorama = Refusal | 'no-bone' | 'not-sure' | 'failed';

/** What was made of a volume, as it is kept. */
export interface Panorama {
  volume: z.infer<typeof VolumeGeometry> | null;
  reason: NoPanorama | null;
  cut: RenderedPanorama | null;
}
