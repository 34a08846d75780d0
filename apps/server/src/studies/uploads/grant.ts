import type { Actor } from '../../platform/access/actor.ts';
import { conflict } from '../../platform/errors.ts';
import { sentences } from '../../platform/sentences.ts';

/**
 * The permission that upload URLs carry. They stop working when the upload is completed, so that no file changes while
 * it is processed, and when the access of the upload program is revoked.
 */
export const uploadGrant = (uploadUUID: string, who: Actor): string =>
  `upload:${uploadUUID}${who.kind === 'desktop' ? `:desktop:${who.grantID}` : ''}`;

export const assertUploadOpen = (upload: { status: string }): void => {
  if (upload.status !== 'uploading') throw conflict(sentences.uploadClosed);
};
