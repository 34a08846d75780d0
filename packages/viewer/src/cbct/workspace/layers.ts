import type { Axis } from '@snimok/imaging/volume/slice';
import { type Frame, fromFrame, layerAt, layerMm, toFrame } from '../../geometry/frame.ts';
import type { Grid } from '../../geometry/surface.ts';
import type { Vec3 } from '../../geometry/vectors.ts';

export type Plane = 'axial' | 'coronal' | 'sagittal';
export const AXIS_OF: Record<Plane, Axis> = { sagittal: 0, coronal: 1, axial: 2 };
export const PLANE_OF: Record<Axis, Plane> = { 0: 'sagittal', 1: 'coronal', 2: 'axial' };

/** The layers that a pane scrolls through: of the voxels, or of a levelled volume. */
export function layersOf({ size, spacingMm }: Grid, frame: Frame | undefined, axis: Axis) {
  if (!frame) {
    const step = spacingMm[axis];
    return {
      step,
      count: size[axis],
      indexOf: (point: Vec3) => Math.round(point[axis] / step),
      moved: (point: Vec3, index: number): Vec3 => {
        const to: [number, number, number] = [...point];
        to[axis] = index * step;
        return to;
      },
    };
  }
  return {
    step: frame.stepMm,
    count: frame.count[axis],
    indexOf: (point: Vec3) => layerAt(frame, point, axis),
    moved: (point: Vec3, index: number): Vec3 => {
      const to: [number, number, number] = [...toFrame(frame, point)];
      to[axis] = layerMm(frame, index);
      return fromFrame(frame, to);
    },
  };
}
