import { DicomProblem } from '../elements/problem.ts';
import type { FrameShape } from './frame.ts';

/**
 * Size and precision in a codestream; checked before decoding, because the decoders allocate memory according
 * to them.
 */
type CodestreamHeader = {
  rows: number;
  columns: number;
  samples: number;
  bits: number;
  /** Number n of the frame marker SOFn (ITU-T T.81, table B.1); 55 for JPEG-LS, 0 for JPEG 2000. */
  process: number;
};

const unreadable = () => new DicomProblem('damaged-pixels', 'the codestream has no readable header');

/**
 * The frame header of JPEG (ITU-T T.81, B.2.2) and JPEG-LS (T.87, C.2.2).
 * @throws DicomProblem `damaged-pixels`
 */
export function jpegHeader(stream: Uint8Array): CodestreamHeader {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  if (stream.length < 4 || view.getUint16(0) !== 0xffd8) throw unreadable();
  let at = 2;
  while (at + 9 < stream.length) {
    const marker = stream[at + 1]!;
    const isFill = stream[at] === 0xff && marker === 0xff;
    if (stream[at] !== 0xff) throw unreadable();
    if (isFill) {
      at += 1;
      continue;
    }
    const isFrame =
      (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) || marker === 0xf7;
    if (isFrame) {
      const process = marker - 0xc0;
      const bits = stream[at + 4]!;
      const samples = stream[at + 9]!;
      return { rows: view.getUint16(at + 5), columns: view.getUint16(at + 7), samples, bits, process };
    }
    at += 2 + view.getUint16(at + 2);
  }
  throw unreadable();
}

/**
 * The SIZ segment of JPEG 2000 (ITU-T T.800, A.5.1), also within a JP2 file, which some writers encapsulate
 * as a whole.
 * @throws DicomProblem `damaged-pixels`
 */
export function jpeg2000Header(stream: Uint8Array): CodestreamHeader & { isSigned: boolean } {
  const at = codestreamStart(stream);
  if (at < 0 || at + 43 > stream.length) throw unreadable();
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  const columns = view.getUint32(at + 8) - view.getUint32(at + 16);
  const rows = view.getUint32(at + 12) - view.getUint32(at + 20);
  const precision = stream[at + PRECISION_AT]!;
  const bits = (precision & ~SIGNED) + 1;
  const isSigned = (precision & SIGNED) > 0;
  const samples = view.getUint16(at + 40);
  // XRsiz and YRsiz: OpenJPH does not return from a codestream with large ones, and DICOM has no subsampled components
  const distances = stream.subarray(at + PRECISION_AT, at + PRECISION_AT + samples * 3);
  if (distances.some((value, index) => index % 3 > 0 && value !== 1)) throw unreadable();
  return { rows, columns, samples, bits, isSigned, process: 0 };
}

/** Ssiz of the first component, counted from SOC. Three bytes describe each component. */
const PRECISION_AT = 42;
const SIGNED = 0x80;

/** A copy of a codestream of JPEG 2000 whose components are declared unsigned. */
export function declaredUnsigned(stream: Uint8Array, components: number): Uint8Array {
  const copy = stream.slice();
  for (let component = 0; component < components; component += 1) {
    const at = PRECISION_AT + component * 3;
    copy[at] = copy[at]! & ~SIGNED;
  }
  return copy;
}

/** Offset of SOC and SIZ within the first kilobyte; -1 if they are not there. */
export function codestreamStart(stream: Uint8Array): number {
  const last = Math.min(stream.length - 4, 1024);
  for (let at = 0; at <= last; at += 1) {
    if (stream[at] === 0xff && stream[at + 1] === 0x4f && stream[at + 2] === 0xff && stream[at + 3] === 0x51)
      return at;
  }
  return -1;
}

/**
 * Only codestreams of the size in the DICOM header, which has been checked, may be decoded.
 * @throws DicomProblem `impossible-image`
 */
export function expectShape(header: CodestreamHeader, { rows, columns, samples }: FrameShape): void {
  const isSame = header.rows === rows && header.columns === columns && header.samples === samples;
  if (isSame) return;
  const [actual, expected] = [header, { rows, columns, samples }].map((size) => {
    return `${size.columns}×${size.rows}×${size.samples}`;
  });
  throw new DicomProblem('impossible-image', `the codestream has ${actual}, the DICOM header ${expected}`);
}
