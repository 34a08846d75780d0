import type { Agreement } from '@snimok/imaging/registration/refine-pose';
import {
  composed,
  movedAbout,
  type Rigid,
  rotationBy,
  transformed,
} from '@snimok/imaging/registration/rigid';
import type { Axis } from '@snimok/imaging/volume/slice';
import type { Vec3 } from '../geometry/vectors.ts';
import { INITIAL_VIEWPORT, type Viewport } from '../geometry/viewport.ts';
import type { DisplayWindow } from '../pane/display-window.ts';

export type ComparedPlane = 'axial' | 'coronal' | 'sagittal';
export const AXIS_OF: Record<ComparedPlane, Axis> = { sagittal: 0, coronal: 1, axial: 2 };

/** The earlier study is 0, the later one 1. */
export type Side = 0 | 1;

export type CompareMode = 'beside' | 'blend' | 'checker' | 'difference';
export type CompareTool = 'crosshair' | 'scroll' | 'window' | 'move' | 'zoom' | 'align';

/** How the earlier volume is mapped to the later one. */
export interface Alignment {
  /** from the millimetres of the earlier volume to those of the later one */
  transform: Rigid;
  /** `centres`: the middles of the volumes coincide; only `accepted` was confirmed by the user */
  state: 'centres' | 'found' | 'manual' | 'accepted';
  /** of a registration */
  agreement?: Agreement | undefined;
}

export interface CompareState {
  plane: ComparedPlane;
  mode: CompareMode;
  tool: CompareTool;
  /** whether both sides show the same place; otherwise each has its own crosshair and viewport */
  linked: boolean;
  /** the crosshair of each side, in the millimetres of its volume */
  cursors: readonly [Vec3, Vec3];
  viewports: readonly [Record<ComparedPlane, Viewport>, Record<ComparedPlane, Viewport>];
  windows: readonly [DisplayWindow, DisplayWindow];
  /** the part of the later study in the overlay, 0 to 1 */
  blend: number;
  alignment: Alignment;
  /** what «Отклонить» restores */
  before: Alignment;
  /** of the running registration, 0 to 1 */
  progress: number | undefined;
  hasFailed: boolean;
}

export const initialViewports = (): Record<ComparedPlane, Viewport> => ({
  axial: INITIAL_VIEWPORT,
  coronal: INITIAL_VIEWPORT,
  sagittal: INITIAL_VIEWPORT,
});

/** Which side's crosshair and viewport a pane of a side uses. */
export const navigatedSide = ({ linked }: Pick<CompareState, 'linked'>, side: Side): Side =>
  linked ? 0 : side;

/** An alignment that is shown and not confirmed; what was shown before is kept for «Отклонить». */
export const proposed = ({ alignment, before }: CompareState, next: Alignment): Partial<CompareState> => ({
  alignment: next,
  before: alignment.state === 'centres' || alignment.state === 'accepted' ? alignment : before,
});

export const accepted = ({ alignment }: CompareState): Partial<CompareState> => {
  const next: Alignment = { ...alignment, state: 'accepted' };
  return { alignment: next, before: next };
};

export const rejected = ({ before }: CompareState): Partial<CompareState> => ({ alignment: before });

/** Moves the picture of the later study in the earlier one: rotates it about the crosshair, then shifts it. */
export function adjusted(state: CompareState, rotation: Vec3, shiftMm: Vec3): Partial<CompareState> {
  const { alignment, cursors } = state;
  const radians = rotation.map((degrees) => (-degrees * Math.PI) / 180) as unknown as Vec3;
  const back = movedAbout(cursors[0], rotationBy(radians), [0, 0, 0]);
  const shift: Rigid = {
    rotation: rotationBy([0, 0, 0]),
    shiftMm: [-shiftMm[0], -shiftMm[1], -shiftMm[2]],
  };
  const transform = composed(composed(alignment.transform, back), shift);
  return proposed(state, { transform, state: 'manual' });
}

/** Separates the sides, or links them again as they were. */
export function withLink(state: CompareState, linked: boolean): Partial<CompareState> {
  if (linked) return { linked };
  const { cursors, viewports, alignment } = state;
  return {
    linked,
    mode: 'beside',
    cursors: [cursors[0], transformed(alignment.transform, cursors[0])],
    viewports: [viewports[0], viewports[0]],
  };
}

/** Links the sides so that both crosshairs are at the same place. */
export function linkedAtCursors(state: CompareState): Partial<CompareState> {
  const { alignment, cursors } = state;
  const at = transformed(alignment.transform, cursors[0]);
  const { rotation, shiftMm } = alignment.transform;
  const shifted = shiftMm.map((mm, axis) => mm + cursors[1][axis]! - at[axis]!) as unknown as Vec3;
  return {
    ...proposed(state, { transform: { rotation, shiftMm: shifted }, state: 'manual' }),
    linked: true,
  };
}
