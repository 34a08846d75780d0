import { BANNER_IMAGE_MAX_BYTES, BANNER_IMAGE_MAX_SIDE } from '@snimok/contract/messaging/banner';
import { invalid, Problem } from '../../platform/errors/errors.ts';
import { sentences } from './sentences.ts';

interface Size {
  width: number;
  height: number;
}

/** Readers of the image header by type. They check the bytes, not the declared type; the browser decodes the pixels. */
const readers: Record<string, (bytes: Buffer) => Size | undefined> = {
  'image/png': sizeOfPNG,
  'image/jpeg': sizeOfJPEG,
};

const DATA_URL = /^data:(image\/(?:png|jpeg));base64,([A-Za-z0-9+/]+={0,2})$/;

/** Returns the picture as a normalised data URL; throws a `Problem` if it is not a PNG or JPEG of allowed size. */
export const cleanPicture = (url: string): string => {
  const [, type = '', base64 = ''] = DATA_URL.exec(url) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > BANNER_IMAGE_MAX_BYTES) throw new Problem(413, sentences.bannerImageTooLarge);
  const size = readers[type]?.(bytes);
  if (!size) throw invalid(sentences.bannerImageType);
  const { width, height } = size;
  if (Math.max(width, height) > BANNER_IMAGE_MAX_SIDE || Math.min(width, height) === 0)
    throw invalid(sentences.bannerImageSide);
  return `data:${type};base64,${bytes.toString('base64')}`;
};

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** IHDR is the first chunk (PNG, 3rd edition, 5.6). */
function sizeOfPNG(bytes: Buffer): Size | undefined {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(PNG)) return undefined;
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Reads segments up to the first frame header (ITU-T T.81, B.1.1.3 and B.2.2). */
function sizeOfJPEG(bytes: Buffer): Size | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes.readUInt8(at + 1);
    // fill byte before a marker (B.1.1.2)
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrameHeader(marker))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** SOF0 to SOF15, without DHT, JPG and DAC, which are in the same range. */
const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
