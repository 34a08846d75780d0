/** What a decoder is told about the frame it should find. */
export type FrameShape = { rows: number; columns: number; samples: number; bitsAllocated: number };

/**
 * What it gives back: samples of one pixel side by side, `bits` significant ones in each, two's complement if signed.
 * `isRgb` when the decoder has already turned luminance and chrominance into red, green and blue.
 */
export type RawFrame = {
  words: Uint8Array | Uint16Array | Uint32Array;
  bits: number | null;
  isRgb?: boolean;
};

/** Planes one behind another (RRR GGG BBB) turned into pixels (RGB RGB RGB). */
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
