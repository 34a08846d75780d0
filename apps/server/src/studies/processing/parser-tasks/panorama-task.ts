import type { PanoramaPicture, VolumeGeometry } from '@snimok/contract/studies/panorama';
import type { Vector3 } from '@snimok/imaging/dicom/elements/file';
import type { Plane } from '@snimok/imaging/panorama/plane';
import type { Refusal, VolumePlan } from '@snimok/imaging/volume/plan';
import type { z } from 'zod';
import type { FileContent } from './file-content.ts';
import type { PictureSize } from './picture-task.ts';

/** In the patient coordinate system, in millimetres. */
export interface Arch {
  points: readonly Vector3[];
  plane: Plane;
}

export interface PanoramaRequest {
  plan: VolumePlan;
  /** indexed by the file numbers of the plan */
  files: FileContent[];
  /** corrected by a person; null: find the arch */
  arch: Arch | null;
  /** paths of the pictures to write */
  full: string;
  card: string;
  values: string;
}

export interface RenderedPanorama {
  arch: Arch;
  confidence: number | null;
  picture: Omit<z.infer<typeof PanoramaPicture>, 'version'>;
  full: PictureSize;
  card: PictureSize;
}

type NoPanorama = Refusal | 'no-bone' | 'not-sure' | 'failed';

/** `cut` is null if the volume has no panorama; `reason` then says why. */
export interface Panorama {
  volume: z.infer<typeof VolumeGeometry> | null;
  reason: NoPanorama | null;
  cut: RenderedPanorama | null;
}
