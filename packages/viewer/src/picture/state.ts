import type { Vec3 } from '../geometry/vectors.ts';
import { lengthAlong } from '../geometry/vectors.ts';
import { type Viewport, INITIAL_VIEWPORT } from '../geometry/viewport.ts';
import type { Annotation } from '../annotations/annotation.ts';
import type { DisplayWindow } from '../pane/display-window.ts';
import { type Frame, windowOf } from './read-picture.ts';

export type PictureTool = 'window' | 'move' | 'zoom' | 'length' | 'angle' | 'arrow' | 'note' | 'calibration';

export interface PictureState {
  frame: number;
  displayWindow: DisplayWindow;
  tool: PictureTool;
  viewport: Viewport;
  sharp: boolean;
}

export const initialState = (frame: Frame, at = 0): PictureState => ({
  frame: at,
  displayWindow: windowOf(frame),
  tool: 'window',
  viewport: INITIAL_VIEWPORT,
  sharp: false,
});

/** Millimetres to a pixel, across and down: as somebody told it by a length she knew, else as the file says. */
export function scaleOf(frame: Frame, calibration: Annotation | undefined): Vec3 | undefined {
  const { spacingMm, pixelAspect } = frame;
  if (calibration?.sizeMm) {
    const pixels = lengthAlong(calibration.points.map(([x, y]) => [x, y * pixelAspect, 0] as const));
    if (pixels === 0) return undefined;
    const across = calibration.sizeMm / pixels;
    return [across, across * pixelAspect, 0];
  }
  return spacingMm ? [spacingMm[1], spacingMm[0], 0] : undefined;
}

/** The newest on this picture. */
export const calibrationOf = (
  own: readonly Annotation[],
  series: number,
  frame: number,
): Annotation | undefined =>
  own.findLast(
    (annotation) =>
      annotation.kind === 'calibration' && annotation.series === series && annotation.frame === frame,
  );
