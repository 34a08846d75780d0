import type { Actor } from '../../platform/access/actor.ts';
import { conflict } from '../../platform/errors.ts';
import { sentences } from '../../platform/sentences.ts';

/**
 * The right that stands in addresses to send to: what is being processed is not to change under the worker's hands,
 * nor is a program to go on that was sent away.
 */
export const uploadGrant = (uploadUUID: string, who: Actor): string =>
  `upload:${uploadUUID}${who.kind === 'desktop' ? `:desktop:${who.grantID}` : ''}`;

export const assertUploadOpen = (upload: { status: string }): void => {
  if (upload.status !== 'uploading') throw conflict(sentences.uploadClosed);
};
