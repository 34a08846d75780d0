import { DicomProblem } from '../elements/problem.ts';
import { expectShape, jpegHeader } from './codestream.ts';
import type { FrameShape, RawFrame } from './frame.ts';
import { JpegBitReader } from './jpeg-bits.ts';
import { type JpegScan, readJpeg } from './jpeg-segments.ts';

const LOSSLESS_PROCESS = 3;

/**
 * Lossless JPEG, process 14 with any predictor (PS3.5, A.4.1; ITU-T T.81, annex H). jpeg-lossless-decoder-js
 * is not used because it leaves the last pixel of a slice at 0 (compared with dcmtk), and allocates memory by
 * the unchecked size in the stream.
 * @throws DicomProblem `damaged-pixels`, `truncated-pixels`, `impossible-image`
 */
export function decodeJpegLossless(bytes: Uint8Array, shape: FrameShape): RawFrame {
  const header = jpegHeader(bytes);
  expectShape(header, shape);
  if (header.process !== LOSSLESS_PROCESS)
    throw new DicomProblem('damaged-pixels', 'the JPEG is not lossless');
  const { rows, columns, samples, bits } = header;
  const words =
    bits > 8 ? new Uint16Array(rows * columns * samples) : new Uint8Array(rows * columns * samples);
  readJpeg(bytes, (scan, { frame: { components } }) => {
    const order = scan.components.map(({ id }) => components.findIndex((component) => component.id === id));
    if (order.includes(-1))
      throw new DicomProblem('damaged-pixels', 'JPEG: a scan of an undefined component');
    return decodeScan(bytes, scan, { ...header, words, order });
  });
  return { words, bits };
}

type Target = {
  rows: number;
  columns: number;
  samples: number;
  bits: number;
  words: Uint8Array | Uint16Array;
  /** For each component of the scan, its index among the samples of a pixel. */
  order: readonly number[];
};

function decodeScan(bytes: Uint8Array, scan: JpegScan, target: Target): number {
  const { rows, columns, samples, words, order } = target;
  const bits = new JpegBitReader(bytes, scan.at);
  const predict = PREDICTORS[scan.from];
  if (!predict) throw new DicomProblem('damaged-pixels', `JPEG: undefined predictor ${scan.from}`);
  const tables = scan.components.map(({ dc }) => dc);
  const first = 1 << (target.bits - scan.low - 1);
  const line = columns * samples;
  let restarted = true;
  for (let pixel = 0; pixel < rows * columns; pixel += 1) {
    if (scan.restartInterval > 0 && pixel > 0 && pixel % scan.restartInterval === 0) {
      bits.skipRestartMarker();
      restarted = true;
    }
    const column = pixel % columns;
    const isFirstRow = pixel < columns;
    for (let index = 0; index < order.length; index += 1) {
      const table = tables[index];
      if (!table) throw new DicomProblem('damaged-pixels', 'JPEG: no Huffman table');
      const size = table.next(bits);
      const difference = size === 16 ? 32_768 : bits.signed(size & 15);
      const at = pixel * samples + order[index]!;
      let predicted: number;
      if (restarted && (isFirstRow || column === 0)) predicted = first;
      else if (isFirstRow) predicted = words[at - samples]! >> scan.low;
      else if (column === 0) predicted = words[at - line]! >> scan.low;
      else {
        const left = words[at - samples]!;
        const above = words[at - line]!;
        const corner = words[at - line - samples]!;
        predicted = predict(left >> scan.low, above >> scan.low, corner >> scan.low);
      }
      words[at] = ((predicted + difference) & 0xffff) << scan.low;
    }
    restarted = false;
  }
  return bits.at;
}

/**
 * Predictions from the left, upper and upper left neighbours (table H.1); 0 is used only in hierarchical
 * JPEG.
 */
const PREDICTORS: readonly (((left: number, above: number, corner: number) => number) | null)[] = [
  null,
  (left) => left,
  (_left, above) => above,
  (_left, _above, corner) => corner,
  (left, above, corner) => left + above - corner,
  (left, above, corner) => left + ((above - corner) >> 1),
  (left, above, corner) => above + ((left - corner) >> 1),
  (left, above) => (left + above) >> 1,
];
