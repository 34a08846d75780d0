import type { ShownPane } from '../pane/shown-panes.ts';
import { drawPane } from './draw-pane.ts';

const WIDTH_PX = 240;
const QUALITY = 0.7;
/** Characters; the contract accepts 60,000. */
const MAX_LENGTH = 58_000;

/** A small picture of a pane as a data URL, annotations included. */
export async function thumbnailOf(pane: ShownPane): Promise<string> {
  const scale = Math.min(1, WIDTH_PX / pane.element.clientWidth);
  const canvas = await drawPane(pane, { annotations: true, lines: false }, scale);
  const url = canvas.toDataURL('image/jpeg', QUALITY);
  return url.length <= MAX_LENGTH ? url : canvas.toDataURL('image/jpeg', 0.3);
}
