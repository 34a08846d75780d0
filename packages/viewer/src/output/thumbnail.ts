import type { ShownPane } from '../pane/shown-panes.ts';
import { drawPane } from './draw-pane.ts';

/** The widest one fills half a page of a report with 160 dpi. The others are for pictures whose data URL would be too long. */
const WIDTHS_PX = [560, 400, 240];
const QUALITY = 0.7;
/** The longest data URL in characters; the contract accepts 60,000. */
const MAX_LENGTH = 58_000;

/** A small picture of a pane as a data URL, annotations included. */
export async function thumbnailOf(pane: ShownPane): Promise<string> {
  for (const width of WIDTHS_PX) {
    const canvas = await drawWithWidth(pane, width);
    const url = canvas.toDataURL('image/jpeg', QUALITY);
    if (url.length <= MAX_LENGTH) return url;
  }
  const canvas = await drawWithWidth(pane, Math.min(...WIDTHS_PX));
  return canvas.toDataURL('image/jpeg', 0.3);
}

const drawWithWidth = (pane: ShownPane, width: number) =>
  drawPane(pane, { annotations: true, lines: false }, Math.min(2, width / pane.element.clientWidth));
