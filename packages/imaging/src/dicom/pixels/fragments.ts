import { readElementHeader } from '../elements/elements.ts';
import type { DicomFile } from '../elements/file.ts';
import { DicomProblem } from '../elements/problem.ts';
import { ITEM } from '../elements/tags.ts';

/**
 * One fragment of encapsulated pixel data; `offset` counts from the item tag of the first fragment, as in
 * offset tables.
 */
type Fragment = { offset: number; bytes: Uint8Array };

/**
 * The compressed bytes of one frame (PS3.5, A.4). If the file has one frame, all fragments belong to it.
 * Otherwise fragments are assigned, in this order, by the extended offset table, by the basic offset table, as
 * one fragment per frame, or by the first bytes of the codestreams.
 * @throws DicomProblem `truncated-pixels` without fragments, `damaged-pixels` if none of these methods
 *   gives fragments to every frame
 */
export function compressedFrame(bytes: Uint8Array, file: DicomFile, frame: number): Uint8Array {
  const { table, fragments } = readFragments(bytes, file);
  const { numberOfFrames } = file;
  if (fragments.length === 0) throw new DicomProblem('truncated-pixels', 'the pixel data has no fragments');
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
      fragments.filter(startsCodestream).map(({ offset }) => offset),
      fragments,
      numberOfFrames,
    );
  if (!starts) {
    throw new DicomProblem(
      'damaged-pixels',
      `${fragments.length} fragments cannot be assigned to ${numberOfFrames} frames`,
    );
  }
  return join(fragments.slice(starts[frame], starts[frame + 1]));
}

/**
 * Reads the items of the pixel data: the basic offset table, then the fragments; the last one may be
 * truncated.
 */
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

/**
 * The index of each frame's first fragment; null unless there is one offset per frame and each is the offset of a
 * fragment.
 */
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

/**
 * SOI (JPEG, JPEG-LS), SOC and SIZ (JPEG 2000), the signature of a codestream of JPEG XL, or that of its container
 * (ISO 18181-2, 4.2).
 */
const SIGNATURES = [
  [0xff, 0xd8],
  [0xff, 0x4f, 0xff, 0x51],
  [0xff, 0x0a],
  [0x00, 0x00, 0x00, 0x0c, 0x4a, 0x58, 0x4c, 0x20],
];

const startsCodestream = ({ bytes }: Fragment): boolean =>
  SIGNATURES.some((signature) => signature.every((byte, at) => bytes[at] === byte));

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
