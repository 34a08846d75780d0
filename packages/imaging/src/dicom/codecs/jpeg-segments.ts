import { DicomProblem } from '../elements/problem.ts';
import { HuffmanTable } from './jpeg-bits.ts';

/** One scan (ITU-T T.81, B.2.3) with the tables that are defined when it begins. */
export type JpegScan = {
  components: readonly { id: number; dc: HuffmanTable | undefined; ac: HuffmanTable | undefined }[];
  /** First and last coefficient (Ss, Se); in lossless JPEG, `from` is the predictor. */
  from: number;
  to: number;
  /** Successive approximation (Ah, Al); in lossless JPEG, `low` is the point transform. */
  high: number;
  low: number;
  /** Data units between restart markers; 0: no restart markers. */
  restartInterval: number;
  /** Offset of its entropy-coded data. */
  at: number;
};

export type JpegFrame = {
  rows: number;
  columns: number;
  bits: number;
  components: readonly { id: number; quantization: number }[];
};

/** The frame header and the quantization tables. */
type JpegHeaders = {
  frame: JpegFrame;
  quantization: ReadonlyMap<number, Uint16Array>;
};

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const DHT = 0xc4;
const DQT = 0xdb;
const DRI = 0xdd;
const damaged = (what: string) => new DicomProblem('damaged-pixels', `JPEG: ${what}`);
/** Progressive images have about ten. */
const MAX_SCANS = 200;

/** What the segments before a scan define. */
type Definitions = {
  headers: JpegHeaders | null;
  quantization: Map<number, Uint16Array>;
  dc: Map<number, HuffmanTable>;
  ac: Map<number, HuffmanTable>;
  restartInterval: number;
};

/**
 * Reads the marker segments and calls `decodeScan` for each scan as soon as it is read, because the tables
 * may change between scans. `decodeScan` returns the offset after the entropy-coded data.
 * @throws DicomProblem `damaged-pixels`
 */
export function readJpeg(
  bytes: Uint8Array,
  decodeScan: (scan: JpegScan, headers: JpegHeaders) => number,
): JpegHeaders {
  const defined: Definitions = {
    headers: null,
    quantization: new Map(),
    dc: new Map(),
    ac: new Map(),
    restartInterval: 0,
  };
  let scans = 0;
  let next = nextSegment(bytes, 0);
  while (next) {
    const { marker, segment, end } = next;
    let at = end;
    if (marker === SOS) {
      if (!defined.headers) throw damaged('a scan precedes the frame header');
      scans += 1;
      if (scans > MAX_SCANS) throw damaged('too many scans');
      at = decodeScan(readScan(segment, defined, end), defined.headers);
    } else define(defined, marker, segment);
    next = nextSegment(bytes, at);
  }
  if (!defined.headers || scans === 0) throw damaged('there is no scan');
  return defined.headers;
}

type Segment = { marker: number; segment: Uint8Array; end: number };

/** The first marker segment at or after an offset; null if none follows before the end of the image. */
function nextSegment(bytes: Uint8Array, from: number): Segment | null {
  let at = from;
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1]!;
    if (bytes[at] !== 0xff || marker === 0xff || marker === 0) {
      at += 1;
      continue;
    }
    at += 2;
    if (marker === EOI) return null;
    if (marker === SOI || (marker >= 0xd0 && marker <= 0xd7)) continue;
    const end = Math.min(at + bytes[at]! * 256 + bytes[at + 1]!, bytes.length);
    return { marker, segment: bytes.subarray(at + 2, end), end };
  }
  return null;
}

function define(defined: Definitions, marker: number, segment: Uint8Array): void {
  if (marker === DHT) readHuffmanTables(segment, defined.dc, defined.ac);
  else if (marker === DQT) readQuantization(segment, defined.quantization);
  else if (marker === DRI && segment.length >= 2) defined.restartInterval = segment[0]! * 256 + segment[1]!;
  else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8 && marker !== 0xcc)
    defined.headers = { frame: readFrame(segment), quantization: defined.quantization };
}

function readFrame(segment: Uint8Array): JpegFrame {
  const count = segment[5] ?? 0;
  if (segment.length < 6 + count * 3) throw damaged('the frame header is truncated');
  const components = Array.from({ length: count }, (_, index) => ({
    id: segment[6 + index * 3]!,
    quantization: segment[8 + index * 3]!,
  }));
  return {
    rows: segment[1]! * 256 + segment[2]!,
    columns: segment[3]! * 256 + segment[4]!,
    bits: segment[0]!,
    components,
  };
}

function readScan(segment: Uint8Array, { dc, ac, restartInterval }: Definitions, at: number): JpegScan {
  const count = segment[0] ?? 0;
  if (segment.length < 4 + count * 2) throw damaged('a scan header is truncated');
  const components = Array.from({ length: count }, (_, index) => {
    const tables = segment[2 + index * 2]!;
    return { id: segment[1 + index * 2]!, dc: dc.get(tables >> 4), ac: ac.get(tables & 15) };
  });
  const [from, to, approximation] = segment.subarray(1 + count * 2) as unknown as [number, number, number];
  return { components, from, to, high: approximation >> 4, low: approximation & 15, restartInterval, at };
}

function readHuffmanTables(
  segment: Uint8Array,
  dc: Map<number, HuffmanTable>,
  ac: Map<number, HuffmanTable>,
): void {
  let at = 0;
  while (at + 17 <= segment.length) {
    const counts = segment.subarray(at + 1, at + 17);
    const total = counts.reduce((sum, count) => sum + count, 0);
    const table = new HuffmanTable(counts, segment.subarray(at + 17, at + 17 + total));
    const target = segment[at]!;
    (target >> 4 === 0 ? dc : ac).set(target & 15, table);
    at += 17 + total;
  }
}

function readQuantization(segment: Uint8Array, quantization: Map<number, Uint16Array>): void {
  let at = 0;
  while (at < segment.length) {
    const isWide = segment[at]! >> 4 !== 0;
    const target = segment[at]! & 15;
    const size = isWide ? 128 : 64;
    const entries = segment.subarray(at + 1, at + 1 + size);
    if (entries.length < size) throw damaged('a quantization table is truncated');
    const table = Uint16Array.from({ length: 64 }, (_, index) =>
      isWide ? entries[index * 2]! * 256 + entries[index * 2 + 1]! : entries[index]!,
    );
    quantization.set(target, table);
    at += 1 + size;
  }
}
