import { DicomProblem } from '../elements/problem.ts';
import type { RawFrame } from './frame.ts';
import { type HuffmanTable, JpegBitReader } from './jpeg-bits.ts';
import { type JpegFrame, type JpegScan, readJpeg } from './jpeg-segments.ts';
import { inverseDct } from './inverse-dct.ts';

/** Index in the 8 × 8 block, row by row, of each coefficient in zig-zag order (ITU-T T.81, figure A.6). */
// prettier-ignore
const ZIGZAG = Uint8Array.of(
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55,
  62, 63,
);

/** State of one scan: the blocks left in an end-of-band run (EOBRUN), and the DC prediction. */
type ScanState = { endOfBandRun: number; dc: number };

/**
 * Decodes sequential and progressive JPEG of one component and up to 12 bits (T.81, annexes F and G).
 * libjpeg-turbo, which decodes the rest, supports only 8 bits; old CT archives often have 12.
 * @throws DicomProblem `damaged-pixels`, `truncated-pixels`
 */
export function decodeDctGrey(bytes: Uint8Array, isProgressive: boolean): RawFrame {
  let blocks = new Int16Array(0);
  let across = 0;
  const { frame, quantization } = readJpeg(bytes, (scan, { frame: { rows, columns } }) => {
    if (blocks.length === 0) {
      across = Math.ceil(columns / 8);
      blocks = new Int16Array(across * Math.ceil(rows / 8) * 64);
    }
    return decodeScan(bytes, scan, blocks, isProgressive);
  });
  const table = quantization.get(frame.components[0]!.quantization);
  if (!table) throw new DicomProblem('damaged-pixels', 'JPEG: no quantization table');
  return { words: reconstruct(blocks, across, table, frame), bits: frame.bits };
}

/**
 * Dequantizes and transforms all blocks (T.81, A.3.3 and A.3.4), and shifts the levels to unsigned samples
 * (A.3.1).
 */
function reconstruct(
  blocks: Int16Array,
  across: number,
  table: Uint16Array,
  { rows, columns, bits }: JpegFrame,
): Uint16Array {
  const words = new Uint16Array(rows * columns);
  const steps = new Float32Array(64);
  for (let at = 0; at < 64; at += 1) steps[ZIGZAG[at]!] = table[at]!;
  const samples = new Float32Array(64);
  const middle = 1 << (bits - 1);
  const largest = (1 << bits) - 1;
  for (let block = 0; block * 64 < blocks.length; block += 1) {
    for (let at = 0; at < 64; at += 1) samples[at] = blocks[block * 64 + at]! * steps[at]!;
    inverseDct(samples);
    const left = (block % across) * 8;
    const top = Math.floor(block / across) * 8;
    for (let y = 0; y < 8 && top + y < rows; y += 1) {
      for (let x = 0; x < 8 && left + x < columns; x += 1) {
        const value = Math.round(samples[y * 8 + x]!) + middle;
        words[(top + y) * columns + left + x] = value < 0 ? 0 : value > largest ? largest : value;
      }
    }
  }
  return words;
}

function decodeScan(bytes: Uint8Array, scan: JpegScan, blocks: Int16Array, isProgressive: boolean): number {
  const bits = new JpegBitReader(bytes, scan.at);
  const state: ScanState = { endOfBandRun: 0, dc: 0 };
  const [component] = scan.components;
  const decode = isProgressive ? progressiveDecoder(scan) : decodeSequential;
  const tables = { dc: component?.dc, ac: component?.ac };
  for (let block = 0; block * 64 < blocks.length; block += 1) {
    if (scan.restartInterval > 0 && block > 0 && block % scan.restartInterval === 0) {
      bits.skipRestartMarker();
      state.endOfBandRun = 0;
      state.dc = 0;
    }
    decode(bits, blocks.subarray(block * 64, block * 64 + 64), state, tables, scan);
  }
  return bits.at;
}

type Tables = { dc: HuffmanTable | undefined; ac: HuffmanTable | undefined };
type DecodeBlock = (
  bits: JpegBitReader,
  block: Int16Array,
  state: ScanState,
  tables: Tables,
  scan: JpegScan,
) => void;

function requireTable(table: HuffmanTable | undefined): HuffmanTable {
  if (!table) throw new DicomProblem('damaged-pixels', 'JPEG: no Huffman table');
  return table;
}

/**
 * One block of a sequential scan (T.81, F.2.2): the DC difference, then runs of zeros with AC coefficients.
 */
const decodeSequential: DecodeBlock = (bits, block, state, { dc, ac }) => {
  state.dc += bits.signed(requireTable(dc).next(bits) & 15);
  block[0] = state.dc;
  const table = requireTable(ac);
  for (let at = 1; at < 64; at += 1) {
    const symbol = table.next(bits);
    const run = symbol >> 4;
    const size = symbol & 15;
    if (size === 0 && run !== 15) return;
    at += run;
    if (size > 0 && at < 64) block[ZIGZAG[at]!] = bits.signed(size);
  }
};

function progressiveDecoder({ from, high }: JpegScan): DecodeBlock {
  if (from === 0) return high === 0 ? firstDc : refineDc;
  return high === 0 ? firstAc : refineAc;
}

/** First scan of the DC coefficients (T.81, G.1.2.1). */
const firstDc: DecodeBlock = (bits, block, state, { dc }, { low }) => {
  state.dc += bits.signed(requireTable(dc).next(bits) & 15);
  block[0] = state.dc << low;
};

/** A further bit of the DC coefficients (T.81, G.1.2.1). */
const refineDc: DecodeBlock = (bits, block, _state, _tables, { low }) => {
  if (bits.bit() === 1) block[0] = block[0]! | (1 << low);
};

/** First scan of a band of AC coefficients (T.81, G.1.2.2): as in sequential scans, with end-of-band runs. */
const firstAc: DecodeBlock = (bits, block, state, { ac }, { from, to, low }) => {
  if (state.endOfBandRun > 0) {
    state.endOfBandRun -= 1;
    return;
  }
  const table = requireTable(ac);
  for (let at = from; at <= to; at += 1) {
    const symbol = table.next(bits);
    const run = symbol >> 4;
    const size = symbol & 15;
    if (size === 0 && run < 15) {
      state.endOfBandRun = (1 << run) - 1 + bits.unsigned(run);
      return;
    }
    at += run;
    if (size > 0 && at <= to && at < 64) block[ZIGZAG[at]!] = bits.signed(size) << low;
  }
};

/**
 * A further bit of a band of AC coefficients (T.81, G.1.2.3): corrections of nonzero ones, and new ones among
 * them.
 */
const refineAc: DecodeBlock = (bits, block, state, { ac }, { from, to, low }) => {
  const step = 1 << low;
  const end = Math.min(to, 63) + 1;
  let at = from;
  if (state.endOfBandRun === 0) {
    const table = requireTable(ac);
    while (at <= to) {
      const symbol = table.next(bits);
      const size = symbol & 15;
      const zeros = symbol >> 4;
      if (size === 0 && zeros < 15) {
        state.endOfBandRun = (1 << zeros) + bits.unsigned(zeros);
        break;
      }
      const newValue = size > 0 ? (bits.bit() === 1 ? step : -step) : 0;
      at = correct(bits, block, step, at, end, zeros);
      if (newValue !== 0 && at < end) block[ZIGZAG[at]!] = newValue;
      at += 1;
    }
  }
  if (state.endOfBandRun > 0) {
    correct(bits, block, step, at, end, ALL);
    state.endOfBandRun -= 1;
  }
};

/** More zero coefficients than a block has. */
const ALL = 64;

/**
 * Skips `zeros` zero coefficients and corrects the nonzero ones between them. Returns the position of the next
 * coefficient, or `end`.
 */
function correct(
  bits: JpegBitReader,
  block: Int16Array,
  step: number,
  from: number,
  end: number,
  zeros: number,
): number {
  let left = zeros;
  let at = from;
  for (; at < end; at += 1) {
    const index = ZIGZAG[at]!;
    const value = block[index]!;
    if (value === 0) {
      if (left === 0) break;
      left -= 1;
    } else if (bits.bit() === 1 && (Math.abs(value) & step) === 0) {
      block[index] = value + (value > 0 ? step : -step);
    }
  }
  return at;
}
