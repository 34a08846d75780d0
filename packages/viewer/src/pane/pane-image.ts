/** The picture of a pane. Its values are in the units of its display window. */
export interface PaneImage {
  width: number;
  height: number;
  values: Int16Array | Uint16Array;
  /** RGBA bytes of a colour picture, shown instead of `values` */
  colours?: Uint8ClampedArray;
  /** pixels may have the value `GAP`, which are drawn as hatching */
  hasGaps?: boolean;
  /** width and height of a pixel, in the units of the pane */
  pixelSize: readonly [number, number];
}
