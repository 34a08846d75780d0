import { DicomProblem } from '../elements/problem.ts';

/** Preset coding parameters (ITU-T T.87, C.2.4.1.1); 0 stands for the default value. */
export type JpegLsPreset = {
  largest: number;
  thresholds: readonly [number, number, number];
  reset: number;
};

export const DEFAULT_PRESET: JpegLsPreset = { largest: 0, thresholds: [0, 0, 0], reset: 0 };

/** The parameters of a scan (T.87, A.2.1). */
export type JpegLsCoding = {
  /** MAXVAL, the largest sample. */
  largest: number;
  /** NEAR, the greatest difference between a sample and its original. */
  near: number;
  /** T1, T2, T3: limits of the quantized gradients. */
  thresholds: readonly [number, number, number];
  /** RESET: occurrences of a context after which its counters are halved. */
  reset: number;
  /** RANGE: the number of prediction errors. */
  range: number;
  /** qbpp: bits of a prediction error. */
  errorBits: number;
  /** LIMIT: greatest length of a code, in bits. */
  limit: number;
};

const bitsFor = (count: number) => Math.ceil(Math.log2(count));

/**
 * Supplies the default values and checks the parameters.
 * @param bits precision of the samples, 2 to 16
 * @throws DicomProblem `damaged-pixels`
 */
export function jpegLsCoding(preset: JpegLsPreset, bits: number, near: number): JpegLsCoding {
  const largest = preset.largest || 2 ** bits - 1;
  const defaults = defaultThresholds(largest, near);
  const thresholds = preset.thresholds.map((value, index) => value || defaults[index]!);
  const [t1, t2, t3] = thresholds as [number, number, number];
  const reset = preset.reset || 64;
  const isPossible =
    largest < 2 ** bits &&
    near <= Math.min(255, largest / 2) &&
    near < t1 &&
    t1 <= t2 &&
    t2 <= t3 &&
    t3 <= largest &&
    reset >= 3 &&
    reset <= Math.max(255, largest);
  if (!isPossible) throw new DicomProblem('damaged-pixels', 'JPEG-LS: impossible coding parameters');
  const range = Math.floor((largest + 2 * near) / (2 * near + 1)) + 1;
  const sampleBits = Math.max(2, bitsFor(largest + 1));
  const limit = 2 * (sampleBits + Math.max(8, sampleBits));
  return { largest, near, thresholds: [t1, t2, t3], reset, range, errorBits: bitsFor(range), limit };
}

/** The default limits of the gradients (T.87, C.2.4.1.1.1). */
function defaultThresholds(largest: number, near: number): [number, number, number] {
  const clamp = (value: number, least: number) => (value > largest || value < least ? least : value);
  if (largest >= 128) {
    const factor = (Math.min(largest, 4095) + 128) >> 8;
    const t1 = clamp(factor + 2 + 3 * near, near + 1);
    const t2 = clamp(factor * 4 + 3 + 5 * near, t1);
    return [t1, t2, clamp(factor * 17 + 4 + 7 * near, t2)];
  }
  const factor = Math.floor(256 / (largest + 1));
  const t1 = clamp(Math.max(2, Math.floor(3 / factor) + 3 * near), near + 1);
  const t2 = clamp(Math.max(3, Math.floor(7 / factor) + 5 * near), t1);
  return [t1, t2, clamp(Math.max(4, Math.floor(21 / factor) + 7 * near), t2)];
}
