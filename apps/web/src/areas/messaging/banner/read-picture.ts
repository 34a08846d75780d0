import { BANNER_IMAGE_MAX_BYTES, BANNER_IMAGE_MAX_SIDE } from '@snimok/contract/messaging/banner';
import { readDataURL } from '../../../shared/fields/read-data-url.ts';
import { areaSentences } from '../../../shared/calls/area-sentences.ts';
import type { PickedPicture } from '../../../shared/fields/picture-field.tsx';

const SIGNATURES: Record<string, number[]> = {
  'image/png': [0x89, 0x50, 0x4e, 0x47],
  'image/jpeg': [0xff, 0xd8, 0xff],
};

/**
 * Reads a picture as a data URL. Its type comes from its first bytes, because the file name may be wrong. A file of another
 * type also clears the previous picture (product 24.2).
 */
export async function readPicture(file: File): Promise<PickedPicture> {
  const head = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  const type = Object.keys(SIGNATURES).find((key) => SIGNATURES[key]?.every((byte, at) => head[at] === byte));
  if (!type) return { problem: areaSentences.banner.wrongType, clears: true };
  if (file.size > BANNER_IMAGE_MAX_BYTES) return { problem: areaSentences.banner.tooLarge };
  const dataURL = await readDataURL(file, type);
  const side = await longestSide(dataURL);
  if (side === undefined) return { problem: areaSentences.banner.unreadable, clears: true };
  if (side > BANNER_IMAGE_MAX_SIDE) return { problem: areaSentences.banner.tooWide };
  return { dataURL };
}

async function longestSide(url: string): Promise<number | undefined> {
  const picture = new Image();
  picture.src = url;
  try {
    await picture.decode();
    return Math.max(picture.naturalWidth, picture.naturalHeight);
  } catch {
    return undefined;
  }
}
