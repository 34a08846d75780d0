import { DicomProblem } from '../elements/problem.ts';
import { expectShape, jpegHeader } from './codestream.ts';
import type { FrameShape, RawFrame } from './frame.ts';
import { JpegLsBits } from './jpeg-ls-bits.ts';
import { DEFAULT_PRESET, type JpegLsPreset, jpegLsCoding } from './jpeg-ls-preset.ts';
import { JpegLsScan } from './jpeg-ls-scan.ts';

const SOI = 0xd8;
const EOI = 0xd9;
const SOF55 = 0xf7;
const SOS = 0xda;
const DRI = 0xdd;
const APP8 = 0xe8;
const LSE = 0xf8;
const BY_SAMPLE = 2;
/** The name of the application segment that defines a colour transform (HP, CharLS). */
const COLOUR_TRANSFORM = 'mrfx';

const damaged = (what: string) => new DicomProblem('damaged-pixels', `JPEG-LS: ${what}`);

type Image = {
  rows: number;
  columns: number;
  bits: number;
  /** Identifiers of the components, in the order of the samples of a pixel. */
  components: readonly number[];
  words: Uint8Array | Uint16Array;
};

/** What the segments before a scan define. */
type State = { preset: JpegLsPreset; restartLines: number; colourTransform: number };

/**
 * JPEG-LS, lossless and near-lossless (PS3.5, A.4.3; ITU-T T.87). Mapping tables and point transforms, which
 * DICOM does not use, are refused.
 * @throws DicomProblem `damaged-pixels`, `truncated-pixels`, `impossible-image`
 */
export function decodeJpegLs(bytes: Uint8Array, shape: FrameShape): RawFrame {
  const { rows, columns, samples, bits, process } = jpegHeader(bytes);
  expectShape({ rows, columns, samples, bits, process }, shape);
  if (process !== SOF55 - 0xc0) throw damaged('the codestream is another kind of JPEG');
  if (bits < 2 || bits > 16) throw damaged(`samples of ${bits} bits`);
  const size = rows * columns * samples;
  const words = bits > 8 ? new Uint16Array(size) : new Uint8Array(size);
  const image = { rows, columns, bits, components: [], words };
  const { colourTransform } = readSegments(bytes, image);
  if (colourTransform > 0) undoColourTransform(words, bits, colourTransform);
  return { words, bits };
}

function readSegments(bytes: Uint8Array, empty: Image): State {
  const state: State = { preset: DEFAULT_PRESET, restartLines: 0, colourTransform: 0 };
  let image = empty;
  const missing = new Set<number>();
  let next = nextSegment(bytes, 0);
  while (next) {
    const { marker, segment, end } = next;
    let at = end;
    if (marker === SOF55) {
      image = { ...empty, components: readComponents(segment) };
      for (const id of image.components) missing.add(id);
    } else if (marker === SOS) {
      const scan = readScan(segment, image);
      for (const id of scan.ids) if (!missing.delete(id)) throw damaged('a component has two scans');
      at = decodeScan(bytes, end, image, state, scan);
      if (missing.size === 0) return state;
    } else define(state, marker, segment);
    next = nextSegment(bytes, at);
  }
  throw new DicomProblem('truncated-pixels', 'the JPEG-LS frame ends before its last scan');
}

type Segment = { marker: number; segment: Uint8Array; end: number };

/** The first marker segment at or after an offset; null if none follows before the end of the image. */
function nextSegment(bytes: Uint8Array, from: number): Segment | null {
  let at = from;
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1]!;
    if (bytes[at] !== 0xff || marker < 0x80 || marker === 0xff) {
      at += 1;
      continue;
    }
    at += 2;
    if (marker === EOI) return null;
    if (marker === SOI) continue;
    const end = at + bytes[at]! * 256 + bytes[at + 1]!;
    if (end < at + 2 || end > bytes.length) throw damaged('a segment is longer than the frame');
    return { marker, segment: bytes.subarray(at + 2, end), end };
  }
  return null;
}

function define(state: State, marker: number, segment: Uint8Array): void {
  if (marker === DRI) state.restartLines = segment.reduce((sum, byte) => sum * 256 + byte, 0);
  else if (marker === LSE) state.preset = readPreset(segment);
  else if (marker === APP8) state.colourTransform = readColourTransform(segment);
}

/** The identifiers in a frame header (C.2.2). */
function readComponents(segment: Uint8Array): number[] {
  const count = segment[5] ?? 0;
  const ids = Array.from({ length: count }, (_, index) => segment[6 + index * 3]!);
  if (segment.length < 6 + count * 3 || new Set(ids).size < count) throw damaged('an unusable frame header');
  return ids;
}

/** Preset coding parameters (C.2.4.1.1). */
function readPreset(segment: Uint8Array): JpegLsPreset {
  if (segment[0] !== 1 || segment.length < 11) throw damaged('a mapping table or a large frame');
  const [largest, t1, t2, t3, reset] = Array.from(
    { length: 5 },
    (_, index) => segment[1 + index * 2]! * 256 + segment[2 + index * 2]!,
  ) as [number, number, number, number, number];
  return { largest, thresholds: [t1, t2, t3], reset };
}

function readColourTransform(segment: Uint8Array): number {
  const isTransform = String.fromCharCode(...segment.subarray(0, 4)) === COLOUR_TRANSFORM;
  const transform = isTransform ? (segment[4] ?? 0) : 0;
  if (transform > 3) throw damaged(`colour transform ${transform}`);
  return transform;
}

type ScanHeader = { ids: readonly number[]; near: number; isBySample: boolean };

/** The scan header (C.2.3). */
function readScan(segment: Uint8Array, image: Image): ScanHeader {
  const count = segment[0] ?? 0;
  if (count === 0 || segment.length < 4 + count * 2) throw damaged('a scan header is truncated');
  const ids = Array.from({ length: count }, (_, index) => segment[1 + index * 2]!);
  const tables = ids.some((_, index) => segment[2 + index * 2] !== 0);
  const [near, interleaving, transform] = segment.subarray(1 + count * 2) as unknown as [
    number,
    number,
    number,
  ];
  if (tables || (transform & 15) !== 0) throw damaged('a mapping table or a point transform');
  if (ids.some((id) => !image.components.includes(id))) throw damaged('a scan of an undefined component');
  if (interleaving > BY_SAMPLE || (count > 1 && interleaving === 0))
    throw damaged('an undefined interleaving');
  return { ids, near, isBySample: interleaving === BY_SAMPLE && count > 1 };
}

/** Returns the offset after the entropy-coded data. */
function decodeScan(
  bytes: Uint8Array,
  at: number,
  image: Image,
  { preset, restartLines }: State,
  { ids, near, isBySample }: ScanHeader,
): number {
  const { rows, columns, words } = image;
  const bits = new JpegLsBits(bytes, at);
  const scan = new JpegLsScan(bits, jpegLsCoding(preset, image.bits, near));
  const lines = () => ids.map(() => new Int32Array(columns + 2));
  let above = lines();
  let current = lines();
  const runs = new Uint8Array(ids.length);
  const samples = image.components.length;
  const places = ids.map((id) => image.components.indexOf(id));
  for (let row = 0; row < rows; row += 1) {
    if (restartLines > 0 && row > 0 && row % restartLines === 0) {
      bits.skipRestartMarker();
      scan.restart();
      runs.fill(0);
      for (const line of [...above, ...current]) line.fill(0);
    }
    ids.forEach((_, index) => {
      const upper = above[index]!;
      const line = current[index]!;
      upper[columns + 1] = upper[columns]!;
      line[0] = upper[1]!;
    });
    if (isBySample) runs[0] = scan.linesBySample(above, current, runs[0]!);
    else
      ids.forEach((_, index) => {
        runs[index] = scan.line(above[index]!, current[index]!, runs[index]!);
      });
    ids.forEach((_, index) => {
      const line = current[index]!;
      let to = row * columns * samples + places[index]!;
      for (let column = 1; column <= columns; column += 1, to += samples) words[to] = line[column]!;
    });
    [above, current] = [current, above];
  }
  bits.expectData();
  return bits.at;
}

/** The inverse of the transforms of Hewlett-Packard's JPEG-LS coder, which CharLS writes too. */
function undoColourTransform(words: Uint8Array | Uint16Array, bits: number, transform: number): void {
  const range = 2 ** bits;
  const half = range / 2;
  const quarter = range / 4;
  const mask = range - 1;
  for (let at = 0; at + 2 < words.length; at += 3) {
    const first = words[at]!;
    const second = words[at + 1]!;
    const third = words[at + 2]!;
    let red = first;
    let green = second;
    let blue = third;
    if (transform === 3) {
      green = (first - ((third + second) >> 2) + quarter) & mask;
      red = (third + green - half) & mask;
      blue = (second + green - half) & mask;
    } else {
      red = (first + second - half) & mask;
      blue = (third + (transform === 1 ? second : (red + second) >> 1) - half) & mask;
    }
    [words[at], words[at + 1], words[at + 2]] = [red, green, blue];
  }
}
