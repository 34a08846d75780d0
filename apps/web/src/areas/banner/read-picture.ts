import { BANNER_IMAGE_MAX_BYTES, BANNER_IMAGE_MAX_SIDE } from '@snimok/contract/banner';
import { sentences } from '../../shared/sentences.ts';

/** A data URL, or a sentence with the reason; `wrongType` also clears the previous picture (spec.md §5). */
type Picked = { image: string } | { problem: string; wrongType: boolean };

const SIGNATURES: Record<string, number[]> = {
  'image/png': [0x89, 0x50, 0x4e, 0x47],
  'image/jpeg': [0xff, 0xd8, 0xff],
};

/** Reads a picture as a data URL. Its type comes from its first bytes, because the file name may be wrong. */
export async function readPicture(file: File): Promise<Picked> {
  const head = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  const type = Object.keys(SIGNATURES).find((key) => SIGNATURES[key]?.every((byte, at) => head[at] === byte));
  if (!type) return { problem: sentences.banner.wrongType, wrongType: true };
  if (file.size > BANNER_IMAGE_MAX_BYTES) return { problem: sentences.banner.tooLarge, wrongType: false };
  const image = await dataURL(new Blob([file], { type }));
  const side = await longestSide(image);
  if (side === undefined) return { problem: sentences.banner.unreadable, wrongType: true };
  if (side > BANNER_IMAGE_MAX_SIDE) return { problem: sentences.banner.tooWide, wrongType: false };
  return { image };
}

const dataURL = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('the file could not be read'));
    reader.readAsDataURL(blob);
  });

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
