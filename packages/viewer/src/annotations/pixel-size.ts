import { lengthAlong } from '@snimok/imaging/export/measures';
import type { Vec3 } from '../geometry/vectors.ts';
import type { Frame } from '../study/study.ts';
import type { Annotation } from './annotation.ts';

/**
 * Millimetres per pixel, across and down: from the user's calibration, else from the file. Undefined if both are
 * missing.
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
