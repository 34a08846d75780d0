/** Glyphs of the side markers, 5 × 7 dots. */
const LETTERS = {
  R: ['####.', '#...#', '#...#', '####.', '#.#..', '#..#.', '#...#'],
  L: ['#....', '#....', '#....', '#....', '#....', '#....', '#####'],
} as const;

const WHITE = 4000;

/** Draws a letter below the centre line; `at` is its centre as a fraction of the width from the left. */
export function drawMarker(
  image: { width: number; height: number; values: Uint16Array },
  letter: keyof typeof LETTERS,
  at: number,
): void {
  const dot = Math.max(1, Math.round(image.height / 180));
  const left = Math.round(image.width * at - 2.5 * dot);
  const top = Math.round(image.height * 0.62);
  LETTERS[letter].forEach((dots, row) => {
    for (let y = top + row * dot; y < top + (row + 1) * dot; y += 1) {
      for (let column = 0; column < dots.length; column += 1) {
        const start = y * image.width + left + column * dot;
        if (dots[column] === '#') image.values.fill(WHITE, start, start + dot);
      }
    }
  });
}
