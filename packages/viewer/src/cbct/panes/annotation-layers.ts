import { asPoint } from '../../annotations/annotation.ts';
import { bodiesOn, hasBody } from '../../annotations/annotation-body.ts';
import type { AnnotationLayer } from '../../annotations/annotation-layer.ts';
import type { Surface } from '../../geometry/surface.ts';
import type { Vec2, Vec3 } from '../../geometry/vectors.ts';
import { fromPatient, toPatient } from '../../volume/voxels/placement.ts';
import { toothOfImplant } from '../workspace/implants.ts';
import type { Workspace } from '../workspace/workspace.ts';

const MILLIMETRES: Vec3 = [1, 1, 1];

/**
 * Annotations of the volume have points in the patient's coordinates, so that every pane can show them.
 * `slabMm`: the signed distances from the surface between which implants and canals are shown; `sleeveMm`: the margin of
 * the sleeves about implants.
 */
export const volumeAnnotationLayer = (
  workspace: Workspace,
  surface: Surface,
  maxOffset: number,
  slabMm: Vec2,
  sleeveMm: number,
): AnnotationLayer => {
  const { series, volumeClient } = workspace;
  const toVolume = (point: Vec3) => fromPatient(volumeClient.placement, point);
  const bodies = bodiesOn(surface, slabMm, toVolume, sleeveMm);
  return {
    on: 'volume',
    series: series.series,
    frame: null,
    toPoint: (position) => asPoint(toPatient(volumeClient.placement, surface.toPoint(position))),
    toPosition: (point) => surface.toPosition(toVolume(point)),
    maxOffset,
    unitMm: MILLIMETRES,
    bodyOf: (annotation) => (hasBody(annotation) ? bodies(annotation) : undefined),
    toothOf: (implant) => toothOfImplant(workspace, implant),
  };
};

/**
 * Lengths and angles on the panorama are measured along the unrolled surface, because the straight line
 * between two points of the arch would cross the mouth.
 */
export const unrolledAnnotationLayer = ({ series }: Workspace): AnnotationLayer => ({
  on: 'panorama',
  series: series.series,
  frame: null,
  toPoint: ([u, v]) => asPoint([u, v, 0]),
  toPosition: ([u, v]) => ({ position: [u, v], offset: 0 }),
  maxOffset: 0,
  unitMm: MILLIMETRES,
  bodyOf: () => undefined,
});
