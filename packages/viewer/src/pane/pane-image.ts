import type { SampleScale } from '../volume/voxels/units.ts';

/** The picture of a pane. */
export interface PaneImage {
  width: number;
  height: number;
  values: Int16Array | Uint16Array;
  /** converts `values` to the units of the display window; without it, they are in those units */
  scale?: SampleScale;
  /** RGBA bytes of a colour picture, shown instead of `values` */
  colours?: Uint8ClampedArray;
  /** the value of pixels that were not measured, which are drawn as hatching */
  gap?: number | undefined;
  /** width and height of a pixel, in the units of the pane */
  pixelSize: readonly [number, number];
}
