import { drawPane, visiblePart, withCaption } from '../output/draw-pane.ts';
import { pngOf, saveFile } from '../output/save-file.ts';
import { type ShownPane, shownPanes } from '../pane/shown-panes.ts';

/** The largest scale of a saved picture relative to the pixels of the pane. */
const MOST_SCALE = 6;
const LEAST_SCALE = 2;

/** The pane inside an element, if it has a picture. */
export const paneIn = (element: HTMLElement | null): ShownPane | undefined =>
  shownPanes().find((pane) => element?.contains(pane.element));

/** Pixels per CSS pixel with which no detail of the picture is lost. */
function scaleOf({ picture }: ShownPane): number {
  if (!picture) return LEAST_SCALE;
  const { image, projection } = picture;
  const pixels = 1 / (image.pixelSize[0] * projection.pxPerUnit);
  return Math.min(MOST_SCALE, Math.max(LEAST_SCALE, pixels));
}

/** Saves what a pane shows, without black margins, as a PNG with a line below it. */
export async function savePicture(pane: ShownPane, { caption, name }: { caption: string; name: string }) {
  const scale = scaleOf(pane);
  const whole = await drawPane(pane, { annotations: false, lines: false }, scale);
  saveFile(await pngOf(withCaption(cropped(whole, pane, scale), caption, scale)), `${name}.png`);
}

function cropped(whole: HTMLCanvasElement, { picture }: ShownPane, scale: number): HTMLCanvasElement {
  if (!picture) return whole;
  const { left, top, width, height } = visiblePart(picture);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext('2d')?.drawImage(whole, -left * scale, -top * scale);
  return canvas;
}
