import { inUnits } from '../annotations/annotation.ts';
import type { PaneImage } from '../pane/pane-image.ts';
import type { Frame } from '../study/study.ts';

/** The radius of the measured disc: in millimetres if the size of a pixel is known, otherwise in pixels. */
const RADIUS = { mm: 0.5, pixels: 2 };

/**
 * Mean, minimum and maximum in the frame's units about a pixel: the text of a probe. The disc contains the
 * pixel itself at least.
 */
export function probeText(
  { values, width, height }: Pick<PaneImage, 'values' | 'width' | 'height'>,
  [x, y]: readonly [number, number],
  { scale }: Pick<Frame, 'scale'>,
  pixelMm: readonly [number, number] | undefined,
): string {
  const [reachX, reachY] = pixelMm
    ? [RADIUS.mm / pixelMm[0], RADIUS.mm / pixelMm[1]]
    : [RADIUS.pixels, RADIUS.pixels];
  const column = clampTo(Math.round(x), width);
  const row = clampTo(Math.round(y), height);
  let sum = 0;
  let count = 0;
  let min = Infinity;
  let max = -Infinity;
  for (let j = Math.max(0, row - Math.floor(reachY)); j <= Math.min(height - 1, row + reachY); j += 1)
    for (
      let i = Math.max(0, column - Math.floor(reachX));
      i <= Math.min(width - 1, column + reachX);
      i += 1
    ) {
      const isCentre = i === column && j === row;
      if (!isCentre && Math.hypot((i - column) / reachX, (j - row) / reachY) > 1) continue;
      const value = values[j * width + i]! * (scale?.slope ?? 1) + (scale?.intercept ?? 0);
      sum += value;
      count += 1;
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
  return `${inUnits(sum / count)} (${inUnits(min)}…${inUnits(max)})`;
}

const clampTo = (value: number, size: number) => Math.max(0, Math.min(size - 1, value));
