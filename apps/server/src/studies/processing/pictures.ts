import { join } from 'node:path';
import type { Context } from '../../platform/context.ts';
import type { Candidate } from './choose.ts';
import type { Examiner } from './examiner.ts';
import type { PictureSize } from './facts.ts';
import { pictureKeys } from './object-key.ts';

export interface StoredPicture extends PictureSize {
  size: 'full' | 'card' | 'values';
  key: string;
}

interface Wish {
  uploadUUID: string;
  scratch: string;
  signal: AbortSignal;
}

/** The first candidate that can be decoded. None is no failure: the study can be downloaded all the same. */
export const makePictures = async (
  { storage, log }: Context,
  examiner: Examiner,
  { uploadUUID, scratch, signal }: Wish,
  candidates: Candidate[],
): Promise<StoredPicture[]> => {
  const full = join(scratch, 'full.jpg');
  const card = join(scratch, 'card.jpg');
  for (const { path, frame } of candidates) {
    const reply = await examiner.ask({ task: 'picture', path, frame, full, card }, signal);
    if (!('picture' in reply)) {
      log.info({ uploadUUID, reason: 'failed' in reply ? reply.failed : '' }, 'a picture could not be made');
      continue;
    }
    const keys = pictureKeys(uploadUUID);
    await storage.writeFrom(keys.full, full);
    await storage.writeFrom(keys.card, card);
    return [
      { size: 'full', key: keys.full, ...reply.picture.full },
      { size: 'card', key: keys.card, ...reply.picture.card },
    ];
  }
  return [];
};
