import type { Matrix } from '../geometry/viewport.ts';
import { type DisplayWindow, greyTable, windowInSamples } from './display-window.ts';
import { GapHatching } from './gap-hatching.ts';
import type { PaneImage } from './pane-image.ts';

/**
 * Draws a pane: the picture is coloured in a canvas of its own size, which is then scaled onto the visible
 * canvas.
 */
export class PaneRenderer {
  #canvas: HTMLCanvasElement;
  #buffer = document.createElement('canvas');
  #table: { values: Uint32Array; key: string } | undefined;
  #buffered: { image: PaneImage; key: string } | undefined;
  #hatching: GapHatching | undefined;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
  }

  /** `ratio`: device pixels per CSS pixel of `matrix`. Without an image the canvas is black. */
  draw(image: PaneImage | undefined, displayWindow: DisplayWindow, matrix: Matrix, ratio: number): void {
    const context = this.#canvas.getContext('2d', { alpha: false });
    if (!context) return;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = '#000';
    context.fillRect(0, 0, this.#canvas.width, this.#canvas.height);
    if (!image) return;
    this.#fillBuffer(image, displayWindow);
    const scaled = matrix.map((value) => value * ratio) as unknown as Matrix;
    context.setTransform(...scaled);
    context.imageSmoothingEnabled = true;
    context.imageSmoothingQuality = 'medium';
    const { width, height, pixelSize } = image;
    context.drawImage(this.#buffer, 0, 0, width * pixelSize[0], height * pixelSize[1]);
    if (image.gap === undefined) return;
    this.#hatching ??= new GapHatching();
    this.#hatching.draw(context, image, scaled, ratio);
  }

  /** After a lost graphics context the buffer canvas is empty, so the next `draw` fills it again. */
  invalidate(): void {
    this.#buffered = undefined;
    this.#hatching = undefined;
  }

  #fillBuffer(image: PaneImage, displayWindow: DisplayWindow): void {
    const { width, height, values, colours, scale } = image;
    const isSigned = values instanceof Int16Array;
    const shown = scale ? windowInSamples(displayWindow, scale) : displayWindow;
    const key = `${shown.center} ${shown.width} ${shown.inverted} ${isSigned}`;
    if (this.#buffered?.image === image && this.#buffered.key === key) return;
    if (this.#table?.key !== key) this.#table = { values: greyTable(shown, isSigned), key };
    if (this.#buffer.width !== width || this.#buffer.height !== height) {
      this.#buffer.width = width;
      this.#buffer.height = height;
    }
    const context = this.#buffer.getContext('2d', { alpha: false });
    if (!context) return;
    const rendered = context.createImageData(width, height);
    const pixels = new Uint32Array(rendered.data.buffer);
    const { values: table } = this.#table;
    if (colours) adjustColours(rendered.data, colours, table);
    else for (let at = 0; at < pixels.length; at += 1) pixels[at] = table[values[at]! & 0xffff]!;
    context.putImageData(rendered, 0, 0);
    this.#buffered = { image, key };
  }
}

/** Applies the grey table to each colour channel. */
function adjustColours(into: Uint8ClampedArray, colours: Uint8ClampedArray, table: Uint32Array): void {
  for (let at = 0; at < into.length; at += 1) into[at] = at % 4 === 3 ? 255 : table[colours[at]!]! & 0xff;
}
