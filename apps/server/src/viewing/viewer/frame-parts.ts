import { FRAME_HEADER_BYTES } from '../../studies/renditions/packed-frames.ts';

/** Bytes of each frame, and how many of them, from the first one on, give half its resolution. */
interface FrameLengths {
  lengths: readonly number[];
  halfLengths: readonly number[];
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
 * Of a stream of `count` frames with their headers, from frame `from` on, the first or the remaining bytes of each, with
 * headers that state their length. A frame with nothing to send is left out.
 */
export const framePartsOf = (
  { lengths, halfLengths }: FrameLengths,
  from: number,
  count: number,
  part: 'half' | 'rest',
): PickedBytes => {
  const sections: Section[] = [];
  let skip = 0;
  for (let frame = from; frame < Math.min(lengths.length, from + count); frame += 1) {
    const [whole, half] = [lengths[frame]!, Math.min(lengths[frame]!, halfLengths[frame]!)];
    const length = part === 'half' ? half : whole - half;
    const header = Buffer.alloc(FRAME_HEADER_BYTES);
    header.writeUInt32LE(frame, 0);
    header.writeUInt32LE(length, 4);
    const before = skip + FRAME_HEADER_BYTES + (part === 'half' ? 0 : half);
    skip = part === 'half' ? whole - half : 0;
    if (length > 0) sections.push({ skip: before, header, length });
    else skip = before + (part === 'half' ? whole : 0);
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
