import type { Vec3 } from '../geometry/vectors.ts';
import { lengthAlong } from '../geometry/vectors.ts';
import { type View, WHOLE } from '../geometry/viewport.ts';
import type { Annotation } from '../annotations/annotation.ts';
import type { Tone } from '../pane/display-window.ts';
import { type Frame, toneOf } from './read-picture.ts';

export type PictureTool = 'tone' | 'move' | 'zoom' | 'length' | 'angle' | 'arrow' | 'note' | 'calibration';

export interface PictureState {
  frame: number;
  tone: Tone;
  tool: PictureTool;
  view: View;
  sharp: boolean;
}

export const beginning = (frame: Frame, at = 0): PictureState => ({
  frame: at,
  tone: toneOf(frame),
  tool: 'tone',
  view: WHOLE,
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
  own.findLast((mark) => mark.kind === 'calibration' && mark.series === series && mark.frame === frame);
