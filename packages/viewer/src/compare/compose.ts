import { type DisplayWindow, greyTable, windowInSamples } from '../pane/display-window.ts';
import type { PaneImage } from '../pane/pane-image.ts';
import type { CompareMode } from './state.ts';

/** Pictures of both studies on the same pixels, and the windows in which they are shown. */
interface ComparedImages {
  images: readonly [PaneImage, PaneImage];
  windows: readonly [DisplayWindow, DisplayWindow];
  /** which pixels of the later study are inside its volume */
  coverage: Uint8Array;
}

/** The window of composed pictures, whose values are greys. */
export const COMPOSED_WINDOW: DisplayWindow = { center: 127.5, width: 255, inverted: false };

/** The greys of a picture; -1 where nothing was measured. */
function greysOf({ values, scale, gap }: PaneImage, displayWindow: DisplayWindow): Int16Array {
  const table = greyTable(
    scale ? windowInSamples(displayWindow, scale) : displayWindow,
    values instanceof Int16Array,
  );
  const greys = new Int16Array(values.length);
  for (let at = 0; at < greys.length; at += 1)
    greys[at] = values[at] === gap ? -1 : table[values[at]! & 0xffff]! & 0xff;
  return greys;
}

/** Pixels that one of the studies does not show. */
const UNMEASURED = [20, 24, 28] as const;
const CHECKER_SQUARES = 8;
/** Differences of fewer greys are mostly noise. */
const LEAST_DIFFERENCE = 24;
/** The brightness of the picture under the differences. */
const DIMMED = 0.55;

type Colour = (one: number, other: number, x: number, y: number, into: Uint8ClampedArray, at: number) => void;

const grey = (value: number, into: Uint8ClampedArray, at: number) => into.fill(value, at, at + 3);

/** Denser than before is orange, less dense is blue; the rest is the earlier study, dimmed. */
const difference: Colour = (one, other, _x, _y, into, at) => {
  const change = other - one;
  const share = Math.max(0, Math.abs(change) - LEAST_DIFFERENCE) / (255 - LEAST_DIFFERENCE);
  const strength = Math.min(1, share * 2);
  const ground = ((one + other) / 2) * DIMMED * (1 - strength);
  const [red, green, blue] = change > 0 ? [255, 146, 43] : [77, 171, 247];
  into[at] = ground + red! * strength;
  into[at + 1] = ground + green! * strength;
  into[at + 2] = ground + blue! * strength;
};

/** Undefined while the pictures are of different cuts, because one of them has not arrived. */
export function composeImages(
  { images: [one, other], windows, coverage }: ComparedImages,
  mode: Exclude<CompareMode, 'beside'>,
  blend: number,
): PaneImage | undefined {
  const { width, height, pixelSize } = one;
  if (other.width !== width || other.height !== height || coverage.length !== width * height)
    return undefined;
  const greys = [greysOf(one, windows[0]), greysOf(other, windows[1])] as const;
  const square = Math.max(1, Math.round(Math.max(width, height) / CHECKER_SQUARES));
  const colourOf: Record<typeof mode, Colour> = {
    blend: (a, b, _x, _y, into, at) => grey(a + (b - a) * blend, into, at),
    checker: (a, b, x, y, into, at) =>
      grey((Math.floor(x / square) + Math.floor(y / square)) % 2 === 0 ? a : b, into, at),
    difference,
  };
  const colour = colourOf[mode];
  const colours = new Uint8ClampedArray(width * height * 4);
  for (let y = 0, pixel = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, pixel += 1) {
      const a = greys[0][pixel]!;
      const b = greys[1][pixel]!;
      if (a < 0 || b < 0 || coverage[pixel] === 0) colours.set(UNMEASURED, pixel * 4);
      else colour(a, b, x, y, colours, pixel * 4);
      colours[pixel * 4 + 3] = 255;
    }
  return { width, height, values: new Uint16Array(0), colours, pixelSize };
}
