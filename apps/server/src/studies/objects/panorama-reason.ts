import { sentences } from './sentences.ts';
import type { PanoramaRow } from './panorama-queries.ts';

/** Why there is no panorama, as a sentence without its full stop; null if there is one or it is being made. */
export const panoramaReason = (row: Pick<PanoramaRow, 'status' | 'reason'> | undefined): string | null =>
  row?.status === 'none'
    ? (sentences.panorama[(row.reason ?? 'failed') as keyof typeof sentences.panorama] ??
      sentences.panorama.failed)
    : null;
