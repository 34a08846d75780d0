import type { Point } from '@snimok/imaging/panorama/curve';
import { type Plane, planeToSpace, spaceToPlane } from '@snimok/imaging/panorama/plane';
import { archSpline } from '@snimok/imaging/panorama/arch-spline';
import type { Blend } from '@snimok/imaging/volume/slice';
import type { AnnotationKind } from '../../annotations/annotation.ts';
import type { ImplantSize } from '../../annotations/implant.ts';
import type { Directions } from '../../annotations/plan.ts';
import type { Frame } from '../../geometry/frame.ts';
import type { ArchCurve } from '../../geometry/surface.ts';
import type { Vec2, Vec3 } from '../../geometry/vectors.ts';
import { INITIAL_VIEWPORT, type Viewport } from '../../geometry/viewport.ts';
import type { DisplayWindow } from '../../pane/display-window.ts';
import type { ReadingMode } from './reading-modes-state.ts';
import type { Jaw, ReadingSettings } from './reading-settings.ts';

export type PaneName = 'axial' | 'coronal' | 'sagittal' | 'panorama' | 'crossSections' | 'volume';
export type DrawingTool = Exclude<AnnotationKind, 'calibration'>;
export type Tool = 'crosshair' | 'scroll' | 'window' | 'move' | 'zoom' | DrawingTool;
/** In the order of their buttons; the reading modes have a menu of their own. */
export const LAYOUTS = ['four', 'panorama', 'grid', 'single'] as const;
export type Layout = (typeof LAYOUTS)[number] | ReadingMode;
/** The panes that have a viewport; those of a reading mode share one. */
export type ViewportName = PaneName | ReadingMode;

/** The arch as the user edits it: control points in its plane, from the patient's right to the left. */
export interface EditableArch {
  points: readonly Point[];
  plane: Plane;
  /** of the portal's arch that the edit is based on; null when the portal has none */
  version: number | null;
  /** whether the portal has this arch; false for the average arch that editing begins with */
  isStored: boolean;
  changed: boolean;
}

/** Levelling while it is being set. */
export interface LevellingDraft {
  by: 'occlusal' | 'frankfurt';
  /** in the volume's millimetres; at most two, because the third one levels the volume */
  points: readonly Vec3[];
  isPicking: boolean;
  /** the last three points were in a line */
  failed: boolean;
}

export interface CbctState extends ReadingSettings {
  /** where the crosshair is, in the volume's millimetres */
  cursor: Vec3;
  displayWindow: DisplayWindow;
  tool: Tool;
  layout: Layout;
  /** the fourth pane of the layout «four» */
  fourth: 'panorama' | 'volume';
  /** the pane of the layout «single», and on phones */
  single: PaneName;
  /** what the implant tool places */
  implant: ImplantSize;
  /** whether the line of a new canal is found in the images between its points, or drawn through them */
  findsCanals: boolean;
  /** whether the implant library is open */
  isChoosingImplant: boolean;
  isPlanOpened: boolean;
  areLayoutsOpened: boolean;
  slabMm: number;
  blend: Blend;
  viewports: Record<ViewportName, Viewport>;
  /** of slices that show a head and not the table beside it; empty for other volumes */
  headViewports: Partial<Record<ViewportName, Viewport>>;
  /** the levelled directions of the orthogonal panes; without it they cut along the voxels */
  frame: Frame | undefined;
  /** the frame of a key image that was opened before the plan was read, and the directions that it has saved */
  early?: { frame: Frame | undefined; saved: Directions } | undefined;
  levelling: LevellingDraft | undefined;
  arch: EditableArch;
  /** the arch as the portal has it, for «Вернуть дугу» */
  storedArch: EditableArch;
  jaw: Jaw;
  /** the portal's arch, perhaps changed by the user, while the arch of one jaw is shown */
  commonArch: EditableArch;
  /** whether the handles of the arch are shown on the axial slice */
  editing: boolean;
  /** whether a handle is being dragged: pictures along the arch are then made coarse */
  dragging: boolean;
  /** numbers of the cross-sections that are shown beside one another */
  shownSections: readonly number[];
}

/** First what a person wants to see at once. */
const PANES: readonly PaneName[] = ['panorama', 'crossSections', 'volume', 'axial', 'coronal', 'sagittal'];

/** The panes that a phone shows one at a time. */
export const panesOf = ({ layout }: Pick<CbctState, 'layout'>): readonly PaneName[] =>
  layout === 'panorama' ? ['panorama', 'crossSections', 'axial'] : PANES;

/** The pane that a phone shows, or the layout «single». */
export function shownPane({ layout, single }: Pick<CbctState, 'layout' | 'single'>): PaneName {
  const panes = panesOf({ layout });
  return panes.includes(single) ? single : panes[0]!;
}

export const isVolumeAlone = ({ layout, single }: Pick<CbctState, 'layout' | 'single'>): boolean =>
  layout === 'single' && single === 'volume';

const SLICES: ReadonlySet<PaneName> = new Set(['axial', 'coronal', 'sagittal']);

/** Whether there is a slice on which something can be clicked. */
export function isSliceShown(state: Pick<CbctState, 'layout' | 'single'>, narrow: boolean): boolean {
  const { layout } = state;
  if (layout === 'grid' || layout === 'reslice' || layout === 'joints') return true;
  if (layout === 'cephalogram') return false;
  return narrow || layout === 'single' ? SLICES.has(shownPane(state)) : true;
}

export const SLABS_MM = [0, 1, 3, 5, 10, 20] as const;

export const initialViewports = (): Record<ViewportName, Viewport> => ({
  axial: INITIAL_VIEWPORT,
  coronal: INITIAL_VIEWPORT,
  sagittal: INITIAL_VIEWPORT,
  panorama: INITIAL_VIEWPORT,
  crossSections: INITIAL_VIEWPORT,
  volume: INITIAL_VIEWPORT,
  reslice: INITIAL_VIEWPORT,
  joints: INITIAL_VIEWPORT,
  cephalogram: INITIAL_VIEWPORT,
});

/** Finer than a person can place control points. */
const CURVE_STEP_MM = 0.5;

export const curveOf = ({ points, plane }: Pick<EditableArch, 'points' | 'plane'>): ArchCurve => ({
  curve: archSpline(
    plane,
    points.map((point) => planeToSpace(plane, point)),
    CURVE_STEP_MM,
  ),
  plane,
});

/**
 * The arch as the panes show it: in a levelled volume its points are projected on the levelled plane through its origin,
 * so that panorama and cross-sections are level, too. The arch itself, and what is saved of it, stays in its own plane.
 */
export function shownArch({ arch, frame }: Pick<CbctState, 'arch' | 'frame'>): EditableArch {
  if (!frame) return arch;
  const [left, back, up] = frame.axes.map(([x, y, z]): Plane['up'] => [x, y, z]) as [
    Plane['left'],
    Plane['back'],
    Plane['up'],
  ];
  const plane: Plane = { originMm: arch.plane.originMm, left, back, up };
  return {
    ...arch,
    plane,
    points: arch.points.map((point) => spaceToPlane(plane, planeToSpace(arch.plane, point))),
  };
}

/** The axial plane at a height of the volume. */
const axialPlane = (z: number): Plane => ({
  originMm: [0, 0, z],
  left: [1, 0, 0],
  back: [0, 1, 0],
  up: [0, 0, 1],
});

/** One half of an adult's arch: distances from the midline and from the front, in mm. */
const AVERAGE_HALF_ARCH: readonly Vec2[] = [
  [30, 46],
  [27.5, 30],
  [24, 18],
  [17, 7],
  [9, 1.5],
];

/** An average arch in the axial plane, with its front at a point: the user drags it to the teeth. */
export function averageArch([x, y, z]: Vec3): EditableArch {
  const left = AVERAGE_HALF_ARCH.map(([across, back]): Point => [x + across, y + back]);
  const right = AVERAGE_HALF_ARCH.map(([across, back]): Point => [x - across, y + back]);
  return {
    points: [...right, [x, y], ...left.reverse()],
    plane: axialPlane(z),
    version: null,
    isStored: false,
    changed: false,
  };
}

/** Whether there is an arch to make a panorama and cross-sections of. */
export const hasArch = ({ arch, editing }: Pick<CbctState, 'arch' | 'editing'>): boolean =>
  arch.isStored || arch.changed || editing;
