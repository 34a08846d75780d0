import { readElementHeader } from './elements.ts';
import type { DicomFile } from './file.ts';
import { DicomProblem } from './problem.ts';
import { ITEM } from './tags.ts';

/** One piece of encapsulated pixel data; `offset` counts from the first fragment's item tag, as offset tables do. */
type Fragment = { offset: number; bytes: Uint8Array };

/**
 * The compressed bytes of one frame (PS3.5, A.4). Which fragments belong to it is told, in this order, by there being
 * one frame only, the extended offset table, the basic one, one fragment a frame, or the codestreams' first bytes.
 * @throws DicomProblem `damaged-pixels` when none of these gives every frame its fragments
 */
export function compressedFrame(bytes: Uint8Array, file: DicomFile, frame: number): Uint8Array {
  const { table, fragments } = readFragments(bytes, file);
  const { numberOfFrames } = file;
  if (fragments.length === 0) throw new DicomProblem('truncated-pixels', 'no fragment of pixel data');
  if (numberOfFrames === 1) return join(fragments);
  const starts =
    startsFrom(extendedOffsets(bytes, file), fragments, numberOfFrames) ??
    startsFrom(table, fragments, numberOfFrames) ??
    startsFrom(
      fragments.map(({ offset }) => offset),
      fragments,
      numberOfFrames,
    ) ??
    startsFrom(
      fragments.filter(opensCodestream).map(({ offset }) => offset),
      fragments,
      numberOfFrames,
    );
  if (!starts) {
    throw new DicomProblem(
      'damaged-pixels',
      `${fragments.length} fragments do not tell ${numberOfFrames} frames apart`,
    );
  }
  return join(fragments.slice(starts[frame], starts[frame + 1]));
}

/** Reads the items of the pixel data: first the basic offset table, then the fragments, the last perhaps cut short. */
function readFragments(
  bytes: Uint8Array,
  { encoding }: DicomFile,
): { table: number[]; fragments: Fragment[] } {
  const fragments: Fragment[] = [];
  let table: number[] = [];
  let at = encoding.pixelData?.offset ?? bytes.length;
  let firstAt = -1;
  for (;;) {
    const item = readElementHeader(bytes, at, encoding.elementEncoding);
    if (item?.tag !== ITEM) return { table, fragments };
    const value = bytes.subarray(item.offset, item.offset + item.length);
    if (firstAt < 0) {
      table = offsetsIn(value, 4);
      firstAt = item.offset + item.length;
    } else {
      fragments.push({ offset: at - firstAt, bytes: value });
    }
    at = item.offset + item.length;
  }
}

function offsetsIn(table: Uint8Array, size: 4 | 8): number[] {
  const view = new DataView(table.buffer, table.byteOffset, table.byteLength);
  const read = (at: number) => (size === 4 ? view.getUint32(at, true) : Number(view.getBigUint64(at, true)));
  return Array.from({ length: Math.floor(table.length / size) }, (_, index) => read(index * size));
}

function extendedOffsets(bytes: Uint8Array, { encoding: { extendedOffsetTable } }: DicomFile): number[] {
  if (!extendedOffsetTable) return [];
  const { offset, length } = extendedOffsetTable;
  return offsetsIn(bytes.subarray(offset, offset + length), 8);
}

/** The index of each frame's first fragment; null unless every offset is a fragment's and there is one a frame. */
function startsFrom(
  offsets: readonly number[],
  fragments: readonly Fragment[],
  frames: number,
): number[] | null {
  if (offsets.length !== frames) return null;
  const indexOf = new Map(fragments.map(({ offset }, index) => [offset, index]));
  const starts = offsets.map((offset) => indexOf.get(offset) ?? -1);
  const ascending = starts.every((start, frame) => start > (starts[frame - 1] ?? -1));
  return ascending ? starts : null;
}

/** SOI of the JPEG family, or SOC and SIZ of JPEG 2000. */
function opensCodestream({ bytes }: Fragment): boolean {
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8;
  const isJpeg2000 = bytes[0] === 0xff && bytes[1] === 0x4f && bytes[2] === 0xff && bytes[3] === 0x51;
  return isJpeg || isJpeg2000;
}

function join(fragments: readonly Fragment[]): Uint8Array {
  if (fragments.length === 1) return fragments[0]!.bytes;
  const whole = new Uint8Array(fragments.reduce((length, { bytes }) => length + bytes.length, 0));
  let at = 0;
  for (const { bytes } of fragments) {
    whole.set(bytes, at);
    at += bytes.length;
  }
  return whole;
}
