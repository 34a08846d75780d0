import type { Matrix } from '../geometry/viewport.ts';
import { PaneRenderer } from '../pane/pane-renderer.ts';
import type { ShownPane } from '../pane/shown-panes.ts';
import { drawOverlay } from './draw-overlay.ts';

export interface PaneContent {
  annotations: boolean;
  /** the crosshair, the arch and the positions of cross-sections */
  lines: boolean;
}

const OMITTED = { annotations: '[data-kind]', lines: '[data-lines]' } as const;
const omitted = (content: PaneContent) =>
  (['annotations', 'lines'] as const)
    .filter((part) => !content[part])
    .map((part) => OMITTED[part])
    .join();

/** A pane as on the screen, with its captions. `scale`: pixels per CSS pixel. */
export async function drawPane(
  { element, picture, drawWith }: ShownPane,
  content: PaneContent,
  scale: number,
): Promise<HTMLCanvasElement> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(element.clientWidth * scale);
  canvas.height = Math.round(element.clientHeight * scale);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('no canvas');
  if (picture) {
    const { image, displayWindow, projection } = picture;
    new PaneRenderer(canvas).draw(image, displayWindow, projection.matrix, scale);
  } else {
    const source = element.querySelector('canvas');
    const copy = () => source && context.drawImage(source, 0, 0, canvas.width, canvas.height);
    if (drawWith) drawWith(content, copy);
    else copy();
  }
  const overlay = overlayOf(element);
  if (overlay) await drawOverlay(canvas, overlay, omitted(content));
  drawCaptions(context, element, scale);
  return canvas;
}

const overlayOf = (element: HTMLElement) => element.querySelector<SVGSVGElement>('svg[aria-hidden]');

/** The part of a pane's picture that is visible, in CSS pixels of the pane. */
interface VisiblePart {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The visible part of the picture, so that no black margin is printed. */
export function visiblePart({
  projection: { matrix, pane },
  size,
}: NonNullable<ShownPane['picture']>): VisiblePart {
  const [a, b, c, d, e, f] = matrix;
  const corners = [
    [0, 0],
    [size[0], 0],
    [0, size[1]],
    [size[0], size[1]],
  ].map(([x, y]) => [a * x! + c * y! + e, b * x! + d * y! + f]);
  const range = (axis: 0 | 1) => {
    const all = corners.map((corner) => corner[axis]!);
    return [Math.max(0, Math.min(...all)), Math.min(pane[axis], Math.max(...all))] as const;
  };
  const [left, right] = range(0);
  const [top, bottom] = range(1);
  return { left, top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

interface PictureAtTrueSize {
  canvas: HTMLCanvasElement;
  widthMm: number;
  heightMm: number;
}

/**
 * The visible part of a pane's picture for printing at true size, at most as large as a sheet; what is larger is
 * cut off evenly at both sides. Undefined for a pane without a scale.
 */
export async function drawAtTrueSize(
  { element, picture }: ShownPane,
  content: PaneContent,
  pxPerMm: number,
  [mostWidthMm, mostHeightMm]: readonly [number, number],
): Promise<PictureAtTrueSize | undefined> {
  if (!picture?.mmPerUnit) return undefined;
  const { image, displayWindow, projection } = picture;
  const part = visiblePart(picture);
  const cssPxPerMm = projection.pxPerUnit / picture.mmPerUnit;
  const widthMm = Math.min(part.width / cssPxPerMm, mostWidthMm);
  const heightMm = Math.min(part.height / cssPxPerMm, mostHeightMm);
  const scale = pxPerMm / cssPxPerMm;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(widthMm * pxPerMm);
  canvas.height = Math.round(heightMm * pxPerMm);
  const left = part.left + (part.width - widthMm * cssPxPerMm) / 2;
  const top = part.top + (part.height - heightMm * cssPxPerMm) / 2;
  const [a, b, c, d, e, f] = projection.matrix;
  const moved: Matrix = [a, b, c, d, e - left, f - top];
  new PaneRenderer(canvas).draw(image, displayWindow, moved, scale);
  const overlay = overlayOf(element);
  if (overlay) {
    const layer = document.createElement('canvas');
    layer.width = Math.round(element.clientWidth * scale);
    layer.height = Math.round(element.clientHeight * scale);
    await drawOverlay(layer, overlay, omitted(content));
    const context = canvas.getContext('2d');
    context?.setTransform(1, 0, 0, 1, 0, 0);
    context?.drawImage(layer, -left * scale, -top * scale);
  }
  return { canvas, widthMm: canvas.width / pxPerMm, heightMm: canvas.height / pxPerMm };
}

/** The texts of the page that lie over the picture: the pane's name and the patient's directions. */
function drawCaptions(context: CanvasRenderingContext2D, element: HTMLElement, scale: number): void {
  const origin = element.getBoundingClientRect();
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.textBaseline = 'middle';
  for (const caption of element.querySelectorAll('[data-caption]')) {
    const { left, top, width, height } = caption.getBoundingClientRect();
    const { backgroundColor, borderTopLeftRadius } = getComputedStyle(caption);
    context.fillStyle = backgroundColor;
    context.beginPath();
    const corner = Number.parseFloat(borderTopLeftRadius) * scale;
    const x = (left - origin.left) * scale;
    const y = (top - origin.top) * scale;
    context.roundRect(x, y, width * scale, height * scale, corner);
    context.fill();
  }
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement;
    if (!parent?.closest('[data-caption]')) continue;
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    const { fontSize, fontFamily, fontWeight, color } = getComputedStyle(parent);
    context.font = `${fontWeight} ${Number.parseFloat(fontSize) * scale}px ${fontFamily}`;
    context.fillStyle = color;
    const y = (box.top + box.height / 2 - origin.top) * scale;
    context.fillText(node.textContent ?? '', (box.left - origin.left) * scale, y);
  }
}

const CAPTION_PX = 30;

/** The canvas with a line of text below it. */
export function withCaption(picture: HTMLCanvasElement, text: string, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = picture.width;
  canvas.height = picture.height + Math.round(CAPTION_PX * scale);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#0b0d0f';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0);
  context.font = `500 ${13 * scale}px ${getComputedStyle(document.body).fontFamily}`;
  context.fillStyle = '#e6ecef';
  context.textBaseline = 'middle';
  const margin = 10 * scale;
  context.fillText(text, margin, picture.height + (CAPTION_PX * scale) / 2, canvas.width - 2 * margin);
  return canvas;
}
