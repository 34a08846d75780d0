import type { Matrix } from '../geometry/viewport.ts';
import type { PaneImage } from './pane-image.ts';

/** The distance between two lines of the hatching, and their width, in CSS pixels. */
const SPACING_PX = 9;
const LINE_PX = 2;
/** Amber on dark grey: neither is a grey value of the image. */
const LINE_COLOUR = '#e0a03a';
const GROUND_COLOUR = '#26221b';
const OPAQUE = 0xff000000;

/** Draws hatching over the pixels of an image that were not measured, at the same size at every zoom. */
export class GapHatching {
  #mask = document.createElement('canvas');
  #layer = document.createElement('canvas');
  #masked: PaneImage | undefined;
  #hasGap = false;

  draw(onto: CanvasRenderingContext2D, image: PaneImage, matrix: Matrix, ratio: number): void {
    this.#fillMask(image);
    const layer = this.#layer.getContext('2d');
    const { width, height } = onto.canvas;
    if (!this.#hasGap || !layer) return;
    this.#layer.width = width;
    this.#layer.height = height;
    layer.setTransform(...matrix);
    layer.imageSmoothingEnabled = false;
    layer.drawImage(this.#mask, 0, 0, image.width * image.pixelSize[0], image.height * image.pixelSize[1]);
    layer.setTransform(1, 0, 0, 1, 0, 0);
    layer.globalCompositeOperation = 'source-in';
    layer.fillStyle = GROUND_COLOUR;
    layer.fillRect(0, 0, width, height);
    layer.globalCompositeOperation = 'source-atop';
    layer.strokeStyle = LINE_COLOUR;
    layer.lineWidth = LINE_PX * ratio;
    layer.beginPath();
    for (let x = -height; x < width; x += SPACING_PX * ratio) {
      layer.moveTo(x, height);
      layer.lineTo(x + height, 0);
    }
    layer.stroke();
    onto.setTransform(1, 0, 0, 1, 0, 0);
    onto.drawImage(this.#layer, 0, 0);
  }

  #fillMask(image: PaneImage): void {
    const { width, height, values, gap } = image;
    if (this.#masked === image) return;
    this.#masked = image;
    this.#hasGap = gap !== undefined && values.includes(gap);
    if (!this.#hasGap) return;
    this.#mask.width = width;
    this.#mask.height = height;
    const context = this.#mask.getContext('2d');
    if (!context) return;
    const mask = context.createImageData(width, height);
    const pixels = new Uint32Array(mask.data.buffer);
    for (let at = 0; at < pixels.length; at += 1) if (values[at] === gap) pixels[at] = OPAQUE;
    context.putImageData(mask, 0, 0);
  }
}
