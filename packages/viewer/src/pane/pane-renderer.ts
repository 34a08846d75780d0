import type { Matrix } from '../geometry/viewport.ts';
import { greyTable, type DisplayWindow } from './display-window.ts';

/** A grey picture in the units of its window; its pixels' size is in the units that the pane counts in. */
export interface PaneImage {
  width: number;
  height: number;
  values: Int16Array | Uint16Array;
  /** of a colour picture, instead of its greys: red, green, blue and opacity, a byte each */
  colours?: Uint8ClampedArray;
  pixel: readonly [number, number];
}

/** Draws one pane: greys into a canvas of the picture's own size, which is then stretched onto the screen. */
export class PaneRenderer {
  #canvas: HTMLCanvasElement;
  #own = document.createElement('canvas');
  #greys: { table: Uint32Array; of: string } | undefined;
  #painted: { image: PaneImage; of: string } | undefined;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
  }

  draw(image: PaneImage | undefined, displayWindow: DisplayWindow, matrix: Matrix, ratio: number): void {
    const context = this.#canvas.getContext('2d', { alpha: false });
    if (!context) return;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = '#000';
    context.fillRect(0, 0, this.#canvas.width, this.#canvas.height);
    if (!image) return;
    this.#paint(image, displayWindow);
    const [a, b, c, d, e, f] = matrix.map((value) => value * ratio) as unknown as Matrix;
    context.setTransform(a, b, c, d, e, f);
    context.imageSmoothingEnabled = true;
    context.imageSmoothingQuality = 'medium';
    context.drawImage(this.#own, 0, 0, image.width * image.pixel[0], image.height * image.pixel[1]);
  }

  /** A browser that has lost its graphics keeps nothing of what was painted. */
  forget(): void {
    this.#painted = undefined;
  }

  #paint(image: PaneImage, displayWindow: DisplayWindow): void {
    const of = `${displayWindow.center} ${displayWindow.width} ${displayWindow.inverted} ${image.values instanceof Int16Array}`;
    if (this.#painted?.image === image && this.#painted.of === of) return;
    if (this.#greys?.of !== of)
      this.#greys = { table: greyTable(displayWindow, image.values instanceof Int16Array), of };
    const { width, height, values } = image;
    if (this.#own.width !== width || this.#own.height !== height) {
      this.#own.width = width;
      this.#own.height = height;
    }
    const context = this.#own.getContext('2d', { alpha: false });
    if (!context) return;
    const greys = context.createImageData(width, height);
    const pixels = new Uint32Array(greys.data.buffer);
    const { table } = this.#greys;
    if (image.colours) tint(greys.data, image.colours, table);
    else for (let at = 0; at < pixels.length; at += 1) pixels[at] = table[values[at]! & 0xffff]!;
    context.putImageData(greys, 0, 0);
    this.#painted = { image, of };
  }
}

/** Each colour is made brighter or darker as a grey of its value would be. */
function tint(into: Uint8ClampedArray, colours: Uint8ClampedArray, table: Uint32Array): void {
  for (let at = 0; at < into.length; at += 1) into[at] = at % 4 === 3 ? 255 : table[colours[at]!]! & 0xff;
}
