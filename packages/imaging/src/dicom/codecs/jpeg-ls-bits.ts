import { DicomProblem } from '../elements/problem.ts';

/**
 * Reads entropy-coded bits of JPEG-LS (ITU-T T.87, A.1). A byte after 0xFF carries seven bits. 0xFF before a
 * byte with its first bit set is a marker, at which the data end.
 */
export class JpegLsBits {
  private readonly bytes: Uint8Array;
  /** The last bytes read; the lowest `held` bits have not been returned yet. */
  private buffer = 0;
  private held = 0;
  /** Number of zero bits that were supplied after the end of the data; they are the last of the held bits. */
  private bitsPastEnd = 0;
  private isAfterFull = false;
  /** Offset after the last byte read; never past a marker. */
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes;
    this.at = at;
  }

  /** Reads bytes until at least 24 bits are held. */
  private fill(): void {
    this.expectData();
    while (this.held < 24) {
      const byte = this.bytes[this.at];
      const isEnd = byte === undefined || (byte === 0xff && !(this.bytes[this.at + 1]! < 0x80));
      const width = this.isAfterFull ? 7 : 8;
      this.buffer = (this.buffer << width) | (isEnd ? 0 : byte);
      this.held += width;
      this.isAfterFull = !isEnd && byte === 0xff;
      if (isEnd) this.bitsPastEnd += width;
      else this.at += 1;
    }
  }

  /**
   * Call after the last sample of a scan.
   * @throws DicomProblem `truncated-pixels` if more bits were read than the scan contains
   */
  expectData(): void {
    if (this.bitsPastEnd > this.held)
      throw new DicomProblem('truncated-pixels', 'the JPEG-LS scan ends before its last sample');
  }

  /** Drops the padding bits and skips the restart marker after them (C.1.2). */
  skipRestartMarker(): void {
    this.expectData();
    while (this.bytes[this.at] === 0xff && this.bytes[this.at + 1] === 0xff) this.at += 1;
    const marker = this.bytes[this.at + 1] ?? 0;
    if (this.bytes[this.at] !== 0xff || marker < 0xd0 || marker > 0xd7)
      throw new DicomProblem('damaged-pixels', 'JPEG-LS: there is no restart marker');
    this.at += 2;
    this.held = 0;
    this.bitsPastEnd = 0;
    this.isAfterFull = false;
  }

  /** `count` bits, up to 24, as an unsigned number. */
  unsigned(count: number): number {
    if (this.held < count) this.fill();
    this.held -= count;
    return (this.buffer >>> this.held) & ((1 << count) - 1);
  }

  /** Reads zeros up to the next one bit, which is read too. Returns the number of zeros, at most `limit`. */
  zeros(limit: number): number {
    let zeros = 0;
    for (;;) {
      if (this.held === 0) this.fill();
      const run = Math.clz32(this.buffer << (32 - this.held));
      if (run < this.held) {
        this.held -= run + 1;
        zeros += run;
        if (zeros > limit) break;
        return zeros;
      }
      zeros += this.held;
      this.held = 0;
      if (zeros > limit) break;
    }
    throw new DicomProblem('damaged-pixels', 'JPEG-LS: a code is longer than its limit');
  }

  /**
   * A value of the limited-length Golomb code (A.5.3).
   * @param k Golomb parameter
   * @param limit greatest length of a code, in bits
   * @param width bits of a value that is written as it is (qbpp)
   */
  golomb(k: number, limit: number, width: number): number {
    const longest = limit - width - 1;
    const high = this.zeros(longest);
    if (high === longest) return this.unsigned(width) + 1;
    return k === 0 ? high : (high << k) | this.unsigned(k);
  }
}
