import { DicomProblem } from '../elements/problem.ts';
import type { JpegLsBits } from './jpeg-ls-bits.ts';
import type { JpegLsCoding } from './jpeg-ls-preset.ts';

/** J (ITU-T T.87, A.2.1): the order of the run-length code for each run index. */
const RUN_ORDERS = Uint8Array.of(
  0,
  0,
  0,
  0,
  1,
  1,
  1,
  1,
  2,
  2,
  2,
  2,
  3,
  3,
  3,
  3,
  4,
  4,
  5,
  5,
  6,
  6,
  7,
  7,
  8,
  9,
  10,
  11,
  12,
  13,
  14,
  15,
);
/** Contexts of samples, by their quantized gradients; the two contexts of samples that end a run follow. */
const CONTEXTS = 365;
/** A greater Golomb parameter or error does not occur in a valid scan of 16 bits. */
const MAX_PARAMETER = 16;
const MAX_ERROR = 65_535;

const damaged = (what: string) => new DicomProblem('damaged-pixels', `JPEG-LS: ${what}`);

/**
 * Decodes the lines of a scan (ITU-T T.87, annexes A and B). CharLS is not used because a damaged stream keeps it in
 * an endless loop (team-charls/charls, pull request 334), and its npm package is not updated.
 *
 * A line buffer begins with the sample before the line, and ends with a copy of the last sample of the line. Together
 * with the line above, it has all neighbours of a sample (a left, b above, c above left, d above right).
 */
export class JpegLsScan {
  private readonly bits: JpegLsBits;
  private readonly coding: JpegLsCoding;
  private readonly step: number;
  private readonly gradients: Int8Array;
  /** Sums of errors (A), their bias (B), correction (C) and number (N); negative errors (Nn) of runs. */
  private readonly sums = new Int32Array(CONTEXTS + 2);
  private readonly biases = new Int32Array(CONTEXTS);
  private readonly corrections = new Int32Array(CONTEXTS);
  private readonly counts = new Int32Array(CONTEXTS + 2);
  private readonly negatives = new Int32Array(2);

  constructor(bits: JpegLsBits, coding: JpegLsCoding) {
    this.bits = bits;
    this.coding = coding;
    this.step = 2 * coding.near + 1;
    this.gradients = quantizedGradients(coding);
    this.restart();
  }

  /** Sets the contexts to their initial values (A.2.1). */
  restart(): void {
    this.sums.fill(Math.max(2, (this.coding.range + 32) >> 6));
    this.counts.fill(1);
    for (const values of [this.biases, this.corrections, this.negatives]) values.fill(0);
  }

  /**
   * Decodes one line of one component.
   * @param above the line above
   * @param line its first element is set; its samples are written from index 1
   * @param run index of the run-length code at the beginning of the line
   * @returns that index at its end
   */
  line(above: Int32Array, line: Int32Array, run: number): number {
    const columns = line.length - 2;
    const { gradients } = this;
    const zero = this.coding.largest;
    let runIndex = run;
    let at = 1;
    while (at <= columns) {
      const a = line[at - 1]!;
      const b = above[at]!;
      const c = above[at - 1]!;
      const context =
        81 * gradients[above[at + 1]! - b + zero]! + 9 * gradients[b - c + zero]! + gradients[c - a + zero]!;
      if (context !== 0) {
        line[at] = this.sample(context, a, b, c);
        at += 1;
        continue;
      }
      const length = this.runLength(columns + 1 - at, runIndex);
      runIndex = this.runIndex;
      line.fill(a, at, at + length);
      at += length;
      if (at > columns) break;
      line[at] = this.endOfRun(a, above[at]!, runIndex, true);
      at += 1;
      if (runIndex > 0) runIndex -= 1;
    }
    return runIndex;
  }

  /** Decodes one line of components that are interleaved by sample, which share their runs (B.3). */
  linesBySample(above: readonly Int32Array[], lines: readonly Int32Array[], run: number): number {
    const columns = lines[0]!.length - 2;
    const contexts = new Int32Array(lines.length);
    let runIndex = run;
    let at = 1;
    while (at <= columns) {
      let isFlat = true;
      for (let index = 0; index < lines.length; index += 1) {
        contexts[index] = this.context(above[index]!, lines[index]!, at);
        if (contexts[index] !== 0) isFlat = false;
      }
      if (!isFlat) {
        for (let index = 0; index < lines.length; index += 1) {
          const line = lines[index]!;
          const upper = above[index]!;
          line[at] = this.sample(contexts[index]!, line[at - 1]!, upper[at]!, upper[at - 1]!);
        }
        at += 1;
        continue;
      }
      const length = this.runLength(columns + 1 - at, runIndex);
      runIndex = this.runIndex;
      for (const line of lines) line.fill(line[at - 1]!, at, at + length);
      at += length;
      if (at > columns) break;
      for (let index = 0; index < lines.length; index += 1) {
        const line = lines[index]!;
        line[at] = this.endOfRun(line[at - 1]!, above[index]![at]!, runIndex, false);
      }
      at += 1;
      if (runIndex > 0) runIndex -= 1;
    }
    return runIndex;
  }

  private context(above: Int32Array, line: Int32Array, at: number): number {
    const { gradients } = this;
    const zero = this.coding.largest;
    const a = line[at - 1]!;
    const b = above[at]!;
    const c = above[at - 1]!;
    return (
      81 * gradients[above[at + 1]! - b + zero]! + 9 * gradients[b - c + zero]! + gradients[c - a + zero]!
    );
  }

  /** A sample in regular mode (A.4 to A.6). `context` is negative if its gradients are mirrored. */
  private sample(context: number, a: number, b: number, c: number): number {
    const { coding, sums, biases, corrections, counts } = this;
    const q = context < 0 ? -context : context;
    const largest = coding.largest;
    let predicted = predictedFrom(a, b, c) + (context < 0 ? -corrections[q]! : corrections[q]!);
    if (predicted < 0) predicted = 0;
    else if (predicted > largest) predicted = largest;

    const count = counts[q]!;
    const k = golombParameter(sums[q]!, count);
    const mapped = this.bits.golomb(k, coding.limit, coding.errorBits);
    let error = mapped & 1 ? -((mapped + 1) >> 1) : mapped >> 1;
    if (k === 0 && coding.near === 0 && 2 * biases[q]! <= -count) error = -error - 1;
    if (error > MAX_ERROR || error < -MAX_ERROR) throw damaged('an error is too large');
    this.learn(q, error);
    return this.reconstruct(predicted, context < 0 ? -error : error);
  }

  /** Updates a context (A.6.1, A.6.2). */
  private learn(q: number, error: number): void {
    const { sums, biases, corrections, counts } = this;
    let bias = biases[q]! + error * this.step;
    let count = counts[q]!;
    sums[q]! += error < 0 ? -error : error;
    if (count === this.coding.reset) {
      sums[q]! >>= 1;
      bias >>= 1;
      count >>= 1;
    }
    count += 1;
    counts[q] = count;
    if (bias <= -count) {
      bias += count;
      if (corrections[q]! > -128) corrections[q]! -= 1;
      if (bias <= -count) bias = 1 - count;
    } else if (bias > 0) {
      bias -= count;
      if (corrections[q]! < 127) corrections[q]! += 1;
      if (bias > 0) bias = 0;
    }
    biases[q] = bias;
  }

  /** The sample that a prediction and an error give (A.4.4, A.4.5). */
  private reconstruct(predicted: number, error: number): number {
    const { largest, near, range } = this.coding;
    let value = predicted + error * this.step;
    if (value < -near) value += range * this.step;
    else if (value > largest + near) value -= range * this.step;
    if (value < 0) return 0;
    return value > largest ? largest : value;
  }

  /** The index after the run that `runLength` has read. */
  private runIndex = 0;

  /** The length of a run (A.7.1), of at most `left` samples. */
  private runLength(left: number, run: number): number {
    let length = 0;
    let index = run;
    while (length < left && this.bits.unsigned(1) === 1) {
      const longest = 1 << RUN_ORDERS[index]!;
      length += longest;
      if (length <= left && index < 31) index += 1;
      if (length >= left) {
        this.runIndex = index;
        return left;
      }
    }
    length += this.bits.unsigned(RUN_ORDERS[index]!);
    if (length > left) throw damaged('a run is longer than its line');
    this.runIndex = index;
    return length;
  }

  /**
   * The sample that ends a run (A.7.2). `mayBeLevel`: samples whose neighbours agree have a context of their
   * own, unless components are interleaved by sample.
   */
  private endOfRun(a: number, b: number, run: number, mayBeLevel: boolean): number {
    const { coding, sums, counts, negatives } = this;
    const isLevel = mayBeLevel && Math.abs(a - b) <= coding.near;
    const type = isLevel ? 1 : 0;
    const q = CONTEXTS + type;
    const count = counts[q]!;
    const k = golombParameter(sums[q]! + (isLevel ? count >> 1 : 0), count);
    const mapped = this.bits.golomb(k, coding.limit - RUN_ORDERS[run]! - 1, coding.errorBits);
    const shifted = mapped + type;
    const size = (shifted + 1) >> 1;
    const isOdd = (shifted & 1) === 1;
    const error = (k !== 0 || 2 * negatives[type]! >= count) === isOdd ? -size : size;
    if (size > MAX_ERROR) throw damaged('an error is too large');

    if (error < 0) negatives[type]! += 1;
    sums[q]! += (mapped + 1 - type) >> 1;
    if (count === coding.reset) {
      sums[q]! >>= 1;
      counts[q]! >>= 1;
      negatives[type]! >>= 1;
    }
    counts[q]! += 1;
    if (isLevel) return this.reconstruct(a, error);
    return this.reconstruct(b, a > b ? -error : error);
  }
}

/** The prediction of a sample from its neighbours, which detects edges (A.4.1). */
function predictedFrom(a: number, b: number, c: number): number {
  if (c >= a && c >= b) return a < b ? a : b;
  if (c <= a && c <= b) return a > b ? a : b;
  return a + b - c;
}

/** k (A.5.1, A.7.2.1); the loop ends because a sum has at most 31 bits. */
function golombParameter(sum: number, count: number): number {
  let k = 0;
  for (let scaled = count; scaled < sum; scaled *= 2) k += 1;
  if (k > MAX_PARAMETER) throw damaged('an impossible Golomb parameter');
  return k;
}

/** The quantized gradient (A.3.3) of each difference from -MAXVAL to MAXVAL. */
function quantizedGradients({ largest, near, thresholds: [t1, t2, t3] }: JpegLsCoding): Int8Array {
  // A loop, because a callback for each of 131,071 differences takes longer than a small frame.
  const gradients = new Int8Array(2 * largest + 1);
  for (let size = near + 1; size <= largest; size += 1) {
    const quantized = size < t1 ? 1 : size < t2 ? 2 : size < t3 ? 3 : 4;
    gradients[largest + size] = quantized;
    gradients[largest - size] = -quantized;
  }
  return gradients;
}
