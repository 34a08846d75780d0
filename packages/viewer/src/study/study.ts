import type {
  KeyImage as KeyImageSchema,
  KeyView as KeyViewSchema,
} from '@snimok/contract/viewing/key-images';
import type { Annotation } from '@snimok/contract/viewing/annotations';
import type { createPlanReport, JawArch, Plan } from '@snimok/contract/viewing/planning';
import type { ViewerLayout } from '@snimok/contract/viewing/viewer-layouts';
import type { ViewerStudy, VolumeLevel } from '@snimok/contract/viewing/online-viewer';
import type { z } from 'zod';

export type Study = z.output<typeof ViewerStudy>;
export type Series = Study['series'][number];
export type VolumeSeries = Extract<Series, { kind: 'volume' }>;
export type PictureSeries = Extract<Series, { kind: 'pictures' }>;
export type Frame = PictureSeries['frames'][number];
export type Level = z.output<typeof VolumeLevel>;
export type KeyImage = z.output<typeof KeyImageSchema>;
export type KeyView = z.output<typeof KeyViewSchema>;
export type SavedScene = NonNullable<Extract<KeyView, { kind: 'volume' }>['scene']>;
export type SavedAnnotation = z.output<typeof Annotation>;
export type SavedPlan = z.output<typeof Plan>;
export type SavedLayout = z.output<typeof ViewerLayout>;
export type SavedLayoutSettings = SavedLayout['settings'];
export type SavedJawArch = z.output<typeof JawArch>;
/** What the server makes a plan's PDF of. */
export type PlanReport = z.input<(typeof createPlanReport)['schema']['body']>;
