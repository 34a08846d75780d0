import { MOST_PROPOSAL_PIXELS, PROPOSAL_WINDOW } from '@snimok/contract/viewing/landmarks';
import type { DisplayWindow } from '../pane/display-window.ts';
import type { PaneImage } from '../pane/pane-image.ts';
import type { SentPicture } from './proposal.ts';

interface ForModel {
  body: SentPicture;
  /** one pixel of the sent picture is a block of this many pixels of the picture, across and down */
  every: number;
}

const [BLACK, WHITE] = PROPOSAL_WINDOW;
const LARGEST = 65_535;

/** The picture as a model of the centre gets it: dense parts bright, and its own window between two fixed values. */
export function pictureForModel(
  image: PaneImage,
  { center, width, inverted }: DisplayWindow,
  pixelMm: readonly [number, number] | undefined,
): ForModel {
  const every = Math.ceil(Math.sqrt((image.width * image.height) / MOST_PROPOSAL_PIXELS));
  const columns = Math.floor(image.width / every);
  const rows = Math.floor(image.height / every);
  const { slope, intercept } = image.scale ?? { slope: 1, intercept: 0 };
  const bytes = new Uint8Array(columns * rows * 2);
  const view = new DataView(bytes.buffer);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const sample = meanAt(image, column, row, every);
      if (sample === undefined) continue;
      const shown = (sample * slope + intercept - (center - width / 2)) / width;
      const value = BLACK + (inverted ? 1 - shown : shown) * (WHITE - BLACK);
      view.setUint16((row * columns + column) * 2, Math.min(LARGEST, Math.max(0, Math.round(value))), true);
    }
  return {
    body: {
      columns,
      rows,
      pixelMm: pixelMm ? [pixelMm[0] * every, pixelMm[1] * every] : null,
      pixels: base64Of(bytes),
    },
    every,
  };
}

/** The mean of a block, as samples; undefined if none of its pixels was measured. */
function meanAt(
  { width, values, colours, gap }: PaneImage,
  column: number,
  row: number,
  every: number,
): number | undefined {
  let sum = 0;
  let measured = 0;
  for (let y = row * every; y < (row + 1) * every; y += 1)
    for (let x = column * every; x < (column + 1) * every; x += 1) {
      const at = y * width + x;
      if (!colours && values[at] === gap) continue;
      measured += 1;
      sum += colours ? (colours[at * 4]! + colours[at * 4 + 1]! + colours[at * 4 + 2]!) / 3 : values[at]!;
    }
  return measured === 0 ? undefined : sum / measured;
}

/** More arguments than this overflow the stack of some browsers. */
const CHUNK_BYTES = 0x8000;

function base64Of(bytes: Uint8Array): string {
  const chunks: string[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    chunks.push(String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES)));
  return btoa(chunks.join(''));
}
