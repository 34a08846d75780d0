import type { Level, Study, VolumeSeries } from '../viewer-session.ts';
import { type Surface } from '../geometry/surface.ts';
import { clamp, type Vec3 } from '../geometry/vectors.ts';
import type { Annotation, Point } from '../annotations/annotation.ts';
import { asPoint } from '../annotations/annotation.ts';
import type { AnnotationsStore } from '../annotations/annotations-store.ts';
import type { AnnotationLayer } from '../annotations/annotation-layer.ts';
import type { Store } from '../store.ts';
import { fromPatient, toPatient } from '../volume/placement.ts';
import type { VolumeClient } from '../volume/volume-client.ts';
import type { CbctState } from './state.ts';

/** All that the panes of one study share. */
export interface Workspace {
  study: Study;
  series: VolumeSeries;
  /** the fineness that this device can hold */
  level: Level['level'];
  volumeClient: VolumeClient;
  state: Store<CbctState>;
  annotations: AnnotationsStore;
  /** a mark stands: its words are asked for, or its value measured */
  finished: (annotation: Annotation) => void;
}

const IN_MM: Vec3 = [1, 1, 1];

/** Marks of the volume lie in the patient's own system, so that they outlive any other cut of it. */
export function paperOf(
  { series, volumeClient }: Workspace,
  surface: Surface,
  reach: number,
): AnnotationLayer {
  return {
    on: 'volume',
    series: series.series,
    frame: null,
    toPoint: (position) => asPoint(toPatient(volumeClient.placement, surface.toPoint(position))),
    toPosition: (point: Point) => surface.toPosition(fromPatient(volumeClient.placement, point)),
    reach,
    unitMm: IN_MM,
  };
}

/** On the centre of a voxel, within the volume. */
export function moveCursor({ volumeClient, state }: Workspace, to: Vec3): void {
  const { size, spacingMm } = volumeClient.placement;
  const snapped = to.map((mm, axis) => {
    const step = spacingMm[axis]!;
    return clamp(Math.round(mm / step), 0, size[axis]! - 1) * step;
  });
  state.set({ cursor: [snapped[0]!, snapped[1]!, snapped[2]!] });
}

/** Along the unrolled sheet of the panorama: a length between two points of the arch, and not through the mouth. */
export const unrolledAnnotationLayer = ({ series }: Workspace): AnnotationLayer => ({
  on: 'panorama',
  series: series.series,
  frame: null,
  toPoint: ([u, v]) => asPoint([u, v, 0]),
  toPosition: ([u, v]) => ({ position: [u, v], offset: 0 }),
  reach: 0,
  unitMm: IN_MM,
});
