import { type Plane, placeOf } from '@snimok/imaging/panorama/plane';
import { archThrough } from '@snimok/imaging/panorama/through';
import type { Blend } from '@snimok/imaging/volume/slice';
import type { Point } from '@snimok/imaging/panorama/curve';
import type { ArchCurve } from '../geometry/surface.ts';
import type { Vec2, Vec3 } from '../geometry/vectors.ts';
import { type Viewport, INITIAL_VIEWPORT } from '../geometry/viewport.ts';
import type { AnnotationKind } from '../annotations/annotation.ts';
import type { DisplayWindow } from '../pane/display-window.ts';

export type PaneName = 'axial' | 'coronal' | 'sagittal' | 'panorama' | 'crossSections' | 'volume';
export type Tool = 'cross' | 'scroll' | 'window' | 'move' | 'zoom' | Exclude<AnnotationKind, 'calibration'>;
export type Layout = 'four' | 'panorama' | 'single';

/** The arch as it is drawn: control points in its plane, right to left. */
export interface EditableArch {
  points: readonly Point[];
  plane: Plane;
  /** of the arch in the portal that it began from; null when there is none */
  version: number | null;
  /** whether it was found or drawn by somebody, or is the average one to begin with */
  isStored: boolean;
  changed: boolean;
}

export interface CbctState {
  /** where the cross-hairs meet, in the volume's millimetres */
  cursor: Vec3;
  displayWindow: DisplayWindow;
  tool: Tool;
  layout: Layout;
  fourth: 'panorama' | 'volume';
  single: PaneName;
  slabMm: number;
  blend: Blend;
  viewports: Record<PaneName, Viewport>;
  arch: EditableArch;
  /** the arch as the portal has it */
  storedArch: EditableArch;
  /** the arch is shown with its handles on the axial slice */
  editing: boolean;
  /** a handle is being dragged: pictures along the arch are then coarse */
  dragging: boolean;
  panoramaSlabMm: number;
  crossSectionStepMm: number;
}

export const SLABS_MM = [0, 1, 3, 5, 10, 20] as const;
export const PANORAMA_SLABS_MM = [1, 5, 10, 15, 20, 30] as const;
export const CROSS_SECTION_STEPS_MM = [1, 2, 3, 5] as const;

export const initialViewports = (): Record<PaneName, Viewport> => ({
  axial: INITIAL_VIEWPORT,
  coronal: INITIAL_VIEWPORT,
  sagittal: INITIAL_VIEWPORT,
  panorama: INITIAL_VIEWPORT,
  crossSections: INITIAL_VIEWPORT,
  volume: INITIAL_VIEWPORT,
});

/** Half a millimetre is finer than a hand draws. */
const CURVE_STEP_MM = 0.5;

export const curveOf = ({ points, plane }: Pick<EditableArch, 'points' | 'plane'>): ArchCurve => ({
  curve: archThrough(
    plane,
    points.map((point) => placeOf(plane, point)),
    CURVE_STEP_MM,
  ),
  plane,
});

/** Level with the volume, at a height of it. */
export const horizontalPlane = (z: number): Plane => ({
  originMm: [0, 0, z],
  left: [1, 0, 0],
  back: [0, 1, 0],
  up: [0, 0, 1],
});

/** An adult's arch, to be dragged to where the teeth are: half-widths and depths in mm. */
const AVERAGE_HALF_ARCH: readonly Vec2[] = [
  [30, 46],
  [27.5, 30],
  [24, 18],
  [17, 7],
  [9, 1.5],
];

/** Level with the volume, its front at a point. */
export function averageArch([x, y, z]: Vec3): EditableArch {
  const left = AVERAGE_HALF_ARCH.map(([across, back]): Point => [x + across, y + back]);
  const right = AVERAGE_HALF_ARCH.map(([across, back]): Point => [x - across, y + back]);
  return {
    points: [...right, [x, y], ...left.reverse()],
    plane: horizontalPlane(z),
    version: null,
    isStored: false,
    changed: false,
  };
}

/** Until an arch was found or drawn there is nothing to be seen along it. */
export const hasArch = ({ arch, editing }: Pick<CbctState, 'arch' | 'editing'>): boolean =>
  arch.isStored || arch.changed || editing;
