import { DicomProblem } from '../elements/problem.ts';

/**
 * Zero bits that may be read after the end of the data; a valid scan needs a few to complete its last code.
 */
const GRACE_BITS = 64;

/**
 * Reads entropy-coded bits (ITU-T T.81, F.2.2.5): drops the stuffed zero after each 0xFF, and stops at a
 * marker.
 */
export class JpegBitReader {
  private readonly bytes: Uint8Array;
  /** The last bytes read; the lowest `bufferedBits` have not been returned yet. */
  private buffer = 0;
  private bufferedBits = 0;
  private bitsPastEnd = 0;
  /** Offset after the last byte read; at a marker once all bits are read. */
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes;
    this.at = at;
  }

  private fill(): void {
    const byte = this.bytes[this.at];
    const isEnd = byte === undefined || (byte === 0xff && this.bytes[this.at + 1] !== 0);
    this.buffer = ((this.buffer << 8) | (isEnd ? 0 : byte)) & 0xffffff;
    this.bufferedBits += 8;
    if (isEnd) {
      this.bitsPastEnd += 8;
      if (this.bitsPastEnd > GRACE_BITS)
        throw new DicomProblem('truncated-pixels', 'the JPEG ends before its last block');
    } else {
      this.at += byte === 0xff ? 2 : 1;
    }
  }

  bit(): number {
    if (this.bufferedBits === 0) this.fill();
    this.bufferedBits -= 1;
    return (this.buffer >> this.bufferedBits) & 1;
  }

  /** `count` bits, up to 16, as an unsigned number. */
  unsigned(count: number): number {
    while (this.bufferedBits < count) this.fill();
    this.bufferedBits -= count;
    return (this.buffer >> this.bufferedBits) & ((1 << count) - 1);
  }

  /** `count` bits as a signed number, as differences and coefficients are encoded (F.2.2.1, EXTEND). */
  signed(count: number): number {
    if (count === 0) return 0;
    const value = this.unsigned(count);
    return value < 1 << (count - 1) ? value - (1 << count) + 1 : value;
  }

  /** Drops the padding bits and skips the restart marker after them, if there is one. */
  skipRestartMarker(): void {
    this.bufferedBits = 0;
    this.bitsPastEnd = 0;
    const first = this.bytes[this.at];
    const second = this.bytes[this.at + 1];
    if (first === 0xff && second !== undefined && second >= 0xd0 && second <= 0xd7) this.at += 2;
  }
}

/** A Huffman table (C.2, F.2.2.3): for each code length, the largest code and the offset of its values. */
export class HuffmanTable {
  private readonly values: Uint8Array;
  private readonly largest = new Int32Array(17).fill(-1);
  private readonly offset = new Int32Array(17);

  constructor(counts: Uint8Array, values: Uint8Array) {
    this.values = values;
    let code = 0;
    let index = 0;
    for (let length = 1; length <= 16; length += 1) {
      const count = counts[length - 1]!;
      this.offset[length] = index - code;
      if (count > 0) this.largest[length] = code + count - 1;
      code = (code + count) << 1;
      index += count;
    }
  }

  /** Reads one code. */
  next(bits: JpegBitReader): number {
    let code = 0;
    for (let length = 1; length <= 16; length += 1) {
      code = (code << 1) | bits.bit();
      if (code <= this.largest[length]!) return this.values[code + this.offset[length]!] ?? 0;
    }
    throw new DicomProblem('damaged-pixels', 'JPEG: undefined Huffman code');
  }
}
