import type { Context } from '../../../platform/context.ts';
import { conflict } from '../../../platform/errors/errors.ts';
import { after } from '../../../platform/time-and-sizes/clock.ts';
import { sentences } from '../sentences.ts';

/** A bucket does not check permissions, so its URLs are valid for a short time only. */
const BUCKET_URL_MAX_AGE_MS = 10 * 60_000;

/** When a URL for a PUT expires if it is issued now. A PUT that began earlier continues. */
export const uploadURLExpiresAt = ({
  storage,
  clock,
  config,
}: Pick<Context, 'storage' | 'clock' | 'config'>): Date => {
  const maxAgeMs = config.presignedURLMaxAgeMs;
  return after(clock.now(), storage.kind === 's3' ? Math.min(maxAgeMs, BUCKET_URL_MAX_AGE_MS) : maxAgeMs);
};

export const assertUploadOpen = (upload: { status: string }): void => {
  if (upload.status !== 'uploading') throw conflict(sentences.uploadClosed);
};
