import type { Annotation } from '../annotations/annotation.ts';
import { lengthAlong, type Vec3 } from '../geometry/vectors.ts';
import { INITIAL_VIEWPORT, type Viewport } from '../geometry/viewport.ts';
import type { DisplayWindow } from '../pane/display-window.ts';
import type { Frame } from '../study.ts';

export type PictureTool = 'window' | 'move' | 'zoom' | 'length' | 'angle' | 'arrow' | 'note' | 'calibration';

export interface PictureState {
  /** index in the series */
  frame: number;
  displayWindow: DisplayWindow;
  tool: PictureTool;
  viewport: Viewport;
  sharpened: boolean;
}

export const initialState = (frame: Frame, index = 0): PictureState => ({
  frame: index,
  displayWindow: windowOf(frame),
  tool: 'window',
  viewport: INITIAL_VIEWPORT,
  sharpened: false,
});

/** The frame's window in stored samples; the full range of a byte for a picture without one. */
function windowOf({ window, scale, inverted }: Frame): DisplayWindow {
  if (!window || !scale) return { center: 127.5, width: 255, inverted };
  return {
    center: (window.center - scale.intercept) / scale.slope,
    width: Math.max(1, Math.abs(window.width / scale.slope)),
    inverted,
  };
}

/**
 * Millimetres per pixel, across and down: from the user's calibration, else from the file. Undefined when
 * both are missing.
 */
export function pixelSizeMm(frame: Frame, calibration: Annotation | undefined): Vec3 | undefined {
  const { spacingMm, pixelAspect } = frame;
  if (calibration?.sizeMm) {
    const pixels = lengthAlong(calibration.points.map(([x, y]) => [x, y * pixelAspect, 0] as const));
    if (pixels === 0) return undefined;
    const across = calibration.sizeMm / pixels;
    return [across, across * pixelAspect, 0];
  }
  return spacingMm ? [spacingMm[1], spacingMm[0], 0] : undefined;
}

/** The newest calibration of a frame. */
export const calibrationOf = (
  own: readonly Annotation[],
  series: number,
  frame: number,
): Annotation | undefined =>
  own.findLast(
    (annotation) =>
      annotation.kind === 'calibration' && annotation.series === series && annotation.frame === frame,
  );
