const COSINES = Float32Array.from({ length: 64 }, (_, at) => {
  const sample = at >> 3;
  const frequency = at & 7;
  const scale = frequency === 0 ? Math.SQRT1_2 / 2 : 0.5;
  return scale * Math.cos(((2 * sample + 1) * frequency * Math.PI) / 16);
});
/** The block after the transform of its rows. */
const half = new Float32Array(64);

/** The inverse discrete cosine transform of an 8 × 8 block, in place, rows first (ITU-T T.81, A.3.3). */
export function inverseDct(block: Float32Array): void {
  for (let row = 0; row < 64; row += 8) {
    for (let sample = 0; sample < 8; sample += 1) {
      let sum = 0;
      for (let frequency = 0; frequency < 8; frequency += 1) {
        sum += block[row + frequency]! * COSINES[sample * 8 + frequency]!;
      }
      half[row + sample] = sum;
    }
  }
  for (let column = 0; column < 8; column += 1) {
    for (let sample = 0; sample < 8; sample += 1) {
      let sum = 0;
      for (let frequency = 0; frequency < 8; frequency += 1) {
        sum += half[frequency * 8 + column]! * COSINES[sample * 8 + frequency]!;
      }
      block[sample * 8 + column] = sum;
    }
  }
}
