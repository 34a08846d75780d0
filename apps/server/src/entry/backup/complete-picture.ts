import { extname } from 'node:path';

/** How pictures of each kind begin and end: JPEG by its SOI and EOI (ITU-T T.81 B.1), PNG by its signature and IEND. */
const FRAMES: Record<string, { begin: string; end: string }> = {
  '.jpg': { begin: 'ffd8ff', end: 'ffd9' },
  '.png': { begin: '89504e470d0a1a0a', end: '0000000049454e44ae426082' },
};

/** Nobody has written a picture's hash down; yet one that lost its end, or is something else, is told by its frame. */
export const isCompletePicture = (key: string, bytes: Buffer): boolean => {
  const frame = FRAMES[extname(key)];
  if (!frame) return false;
  const [begin, end] = [Buffer.from(frame.begin, 'hex'), Buffer.from(frame.end, 'hex')];
  return bytes.subarray(0, begin.length).equals(begin) && bytes.subarray(-end.length).equals(end);
};
