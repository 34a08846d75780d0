import { join } from 'node:path';
import type { Context } from '../../platform/context.ts';
import { pictureKeys } from '../objects/keys.ts';
import type { StoredPicture } from '../objects/picture-queries.ts';
import type { Candidate } from './collected-files/contents.ts';
import type { UploadParser } from './upload-parser/upload-parser.ts';
import { outputFolder, takeOutput } from '../../platform/parsers/take-output.ts';

interface PictureOptions {
  uploadUUID: string;
  scratch: string;
  signal: AbortSignal;
}

/**
 * Pictures of the first candidate that can be decoded, already in the store; none if no candidate can be decoded, since
 * the study can be downloaded all the same.
 */
export const makePictures = async (
  { storage, log }: Context,
  parser: UploadParser,
  { uploadUUID, scratch, signal }: PictureOptions,
  candidates: Candidate[],
): Promise<StoredPicture[]> => {
  const full = join(outputFolder(scratch), 'full.jpg');
  const card = join(outputFolder(scratch), 'card.jpg');
  for (const { path, frame } of candidates) {
    const reply = await parser.run({ task: 'picture', path, frame, full, card }, signal);
    if (!('picture' in reply)) {
      log.info({ uploadUUID, reason: 'failed' in reply ? reply.failed : '' }, 'a picture could not be made');
      continue;
    }
    const keys = pictureKeys(uploadUUID);
    await storage.writeFrom(keys.full, await takeOutput(full, scratch));
    await storage.writeFrom(keys.card, await takeOutput(card, scratch));
    return [
      { size: 'full', key: keys.full, ...reply.picture.full },
      { size: 'card', key: keys.card, ...reply.picture.card },
    ];
  }
  return [];
};
