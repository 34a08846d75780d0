import type { ShownPane } from '../pane/shown-panes.ts';
import { drawAtTrueSize, type PaneContent } from './draw-pane.ts';
import { writePdf } from './pdf.ts';
import { type SheetPicture, sheetFor, trueSizePage } from './sheets.ts';

/** 300 dpi: finer than the voxels, and what office printers resolve. */
export const PRINT_PX_PER_MM = 300 / 25.4;
const QUALITY = 0.92;

/** A canvas as a JPEG with its size on paper. */
export async function jpegOf(
  canvas: HTMLCanvasElement,
  widthMm: number,
  heightMm: number,
): Promise<SheetPicture> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  if (!blob) throw new Error('the picture is too large for this browser');
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return { bytes, size: [canvas.width, canvas.height], widthMm, heightMm };
}

/** A line of text as a picture, so that the document needs no font. */
export function textPicture(text: string, widthMm: number, heightMm: number): Promise<SheetPicture> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(widthMm * PRINT_PX_PER_MM);
  canvas.height = Math.round(heightMm * PRINT_PX_PER_MM);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#1a2226';
  context.font = `${canvas.height * 0.55}px ${getComputedStyle(document.body).fontFamily}`;
  context.textBaseline = 'middle';
  context.fillText(text, 0, canvas.height / 2, canvas.width);
  return jpegOf(canvas, widthMm, heightMm);
}

export const pdfBlob = (pdf: Uint8Array<ArrayBuffer>): Blob => new Blob([pdf], { type: 'application/pdf' });

/** A sheet with a pane's picture at true size; undefined for a pane without a scale. */
export async function printPane(
  pane: ShownPane,
  content: PaneContent,
  caption: string,
): Promise<{ pdf: Blob; isCut: boolean } | undefined> {
  const whole = await drawAtTrueSize(pane, content, 1, [10_000, 10_000]);
  if (!whole) return undefined;
  const { spaceMm } = sheetFor(whole.widthMm, whole.heightMm);
  const drawn = await drawAtTrueSize(pane, content, PRINT_PX_PER_MM, spaceMm);
  if (!drawn) return undefined;
  const picture = await jpegOf(drawn.canvas, drawn.widthMm, drawn.heightMm);
  const page = trueSizePage(picture, await textPicture(`${caption}. Масштаб 1:1`, 150, 6));
  const isCut = whole.widthMm > spaceMm[0] + 1 || whole.heightMm > spaceMm[1] + 1;
  return { pdf: pdfBlob(writePdf([page], caption)), isCut };
}
