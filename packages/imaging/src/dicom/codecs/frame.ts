/** Size and depth of a frame according to the DICOM header. */
export type FrameShape = { rows: number; columns: number; samples: number; bitsAllocated: number };

/**
 * A decoded frame: words row by row, samples interleaved. `bits` is the precision in the codestream, null if
 * it has none; signed samples are in two's complement. `isRgb`: the decoder has converted luminance and
 * chrominance to RGB.
 */
export type RawFrame = {
  words: Uint8Array | Uint16Array | Uint32Array;
  bits: number | null;
  isRgb?: boolean;
};

/** Converts planes (RRR GGG BBB) to interleaved samples (RGB RGB RGB). */
export function interleave<Words extends Uint8Array | Uint16Array | Uint32Array>(
  planes: Words,
  samples: number,
): Words {
  const pixels = planes.slice() as Words;
  const area = planes.length / samples;
  for (let sample = 0; sample < samples; sample += 1) {
    for (let at = 0; at < area; at += 1) pixels[at * samples + sample] = planes[sample * area + at]!;
  }
  return pixels;
}
