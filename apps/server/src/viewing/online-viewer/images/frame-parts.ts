import { FRAME_HEADER_BYTES } from '../../../studies/renditions/packed-frames.ts';

/**
 * The length of each frame. If frames can be sent in parts, also the number of bytes at the beginning of each frame
 * that give half its resolution.
 */
interface FrameLengths {
  lengths: readonly number[];
  halfLengths?: readonly number[] | undefined;
}

interface Wanted {
  from: number;
  count: number;
  /** 2: every other frame */
  every: number;
  part?: 'half' | 'rest' | undefined;
}

/** Some of the bytes of a stream, and how many they are. */
export interface PickedBytes {
  sizeBytes: number;
  pick: (stream: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>;
}

interface Section {
  /** bytes to leave out before the section */
  skip: number;
  header: Buffer;
  length: number;
}

/**
 * Picks parts of a stream of frames with their headers, which contains the frames from `from` to the last one wanted.
 * Yields the wanted frames, or the first or the remaining bytes of each, with headers that state their length. A frame
 * with nothing to send is left out.
 */
export const framePartsOf = (
  { lengths, halfLengths }: FrameLengths,
  { from, count, every, part }: Wanted,
): PickedBytes => {
  const sections: Section[] = [];
  const end = Math.min(lengths.length, from + (count - 1) * every + 1);
  let skip = 0;
  for (let frame = from; frame < end; frame += 1) {
    const whole = lengths[frame]!;
    const half = Math.min(whole, halfLengths?.[frame] ?? whole);
    const start = part === 'rest' ? half : 0;
    const stop = part === 'half' ? half : whole;
    if ((frame - from) % every !== 0 || start === stop) {
      skip += FRAME_HEADER_BYTES + whole;
      continue;
    }
    const header = Buffer.alloc(FRAME_HEADER_BYTES);
    header.writeUInt32LE(frame, 0);
    header.writeUInt32LE(stop - start, 4);
    sections.push({ skip: skip + FRAME_HEADER_BYTES + start, header, length: stop - start });
    skip = whole - stop;
  }
  const sizeBytes = sections.reduce((bytes, { length }) => bytes + FRAME_HEADER_BYTES + length, 0);
  return { sizeBytes, pick: (stream) => pickSections(stream, sections) };
};

async function* pickSections(
  stream: AsyncIterable<Uint8Array>,
  sections: readonly Section[],
): AsyncGenerator<Uint8Array> {
  const remaining = sections.map((section) => ({ ...section }));
  let at = 0;
  for await (const chunk of stream) {
    for (let offset = 0; offset < chunk.length && at < remaining.length;) {
      const section = remaining[at]!;
      const skipped = Math.min(section.skip, chunk.length - offset);
      section.skip -= skipped;
      offset += skipped;
      if (section.skip > 0 || offset >= chunk.length) break;
      if (section.header.length > 0) yield section.header;
      section.header = Buffer.alloc(0);
      const taken = Math.min(section.length, chunk.length - offset);
      yield chunk.subarray(offset, offset + taken);
      section.length -= taken;
      offset += taken;
      if (section.length === 0) at += 1;
    }
  }
}
