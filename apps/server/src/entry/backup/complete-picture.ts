import { extname } from 'node:path';

/** First and last bytes of a format: SOI and EOI of JPEG (ITU-T T.81 B.1), the signature and the IEND chunk of PNG. */
const FRAMES: Record<string, { begin: string; end: string }> = {
  '.jpg': { begin: 'ffd8ff', end: 'ffd9' },
  '.png': { begin: '89504e470d0a1a0a', end: '0000000049454e44ae426082' },
};

/** Detects truncated and wrong files by their first and last bytes, since no hash of pictures is stored. */
export const isCompletePicture = (key: string, bytes: Buffer): boolean => {
  const frame = FRAMES[extname(key)];
  if (!frame) return false;
  const begin = Buffer.from(frame.begin, 'hex');
  const end = Buffer.from(frame.end, 'hex');
  return bytes.subarray(0, begin.length).equals(begin) && bytes.subarray(-end.length).equals(end);
};
