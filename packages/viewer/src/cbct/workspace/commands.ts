import { planeToSpace } from '@snimok/imaging/panorama/plane';
import type { Annotation } from '../../annotations/annotation.ts';
import { leaveDraft } from '../../annotations/draft.ts';
import { middleOf } from '../../annotations/implant.ts';
import { pointOnCurve } from '../../geometry/arch.ts';
import { type Frame, fromFrame, layerAt, layerMm } from '../../geometry/frame.ts';
import { type ArchCurve, heightAbove, type Surface } from '../../geometry/surface.ts';
import { clamp, type Vec3 } from '../../geometry/vectors.ts';
import type { Viewport } from '../../geometry/viewport.ts';
import { hintOf } from '../../shell/tool-hints.ts';
import { isNarrowScreen } from '../../controls/use-narrow-screen.ts';
import { fromPatient } from '../../volume/voxels/placement.ts';
import { changeState } from './change-state.ts';
import {
  averageArch,
  initialViewports,
  isSliceShown,
  isVolumeAlone,
  type Layout,
  type Tool,
  type ViewportName,
} from './state.ts';
import type { Workspace } from './workspace.ts';

/* Changes of the workspace that buttons, keys and pointers share. */

/** The nearest point that lies in the middle of a layer along each of the three axes of a levelled volume. */
function inLayers(frame: Frame, to: Vec3): Vec3 {
  const at = ([0, 1, 2] as const).map((axis) =>
    layerMm(frame, clamp(layerAt(frame, to, axis), 0, frame.count[axis] - 1)),
  );
  return fromFrame(frame, [at[0]!, at[1]!, at[2]!]);
}

/** Moves the crosshair to the voxel nearest to a point (the volume's millimetres), within the volume. */
export function moveCursor({ volumeClient, state }: Workspace, to: Vec3): void {
  const { frame } = state.get();
  if (frame) return state.set({ cursor: inLayers(frame, to) });
  const { size, spacingMm } = volumeClient.placement;
  const snapped = to.map((mm, axis) => {
    const step = spacingMm[axis]!;
    return clamp(Math.round(mm / step), 0, size[axis]! - 1) * step;
  });
  state.set({ cursor: [snapped[0]!, snapped[1]!, snapped[2]!] });
}

/** Moves the crosshair to the arch at a length along it; its height stays. */
export function moveCursorAlongArch(
  workspace: Workspace,
  { curve, plane }: ArchCurve,
  alongMm: number,
): void {
  const { cursor, frame } = workspace.state.get();
  const { at } = pointOnCurve(curve, alongMm);
  if (frame) return moveCursor(workspace, planeToSpace(plane, at, heightAbove(plane, cursor)));
  const [x, y] = planeToSpace(plane, at);
  moveCursor(workspace, [x, y, cursor[2]]);
}

/** The usual layout: four panes, or on a phone one pane at a time. */
export const usualLayout = (): Layout => (isNarrowScreen() ? 'single' : 'four');

/** Shows the 3D view alone, or the usual panes again. */
export const toggleVolume = ({ state }: Workspace): void =>
  state.set(isVolumeAlone(state.get()) ? { layout: 'four' } : { layout: 'single', single: 'volume' });

/** Shows slices if there is none on the screen, because the next click belongs on one. */
export const showSlice = ({ state }: Workspace): void => {
  if (!isSliceShown(state.get(), isNarrowScreen())) state.set({ layout: usualLayout(), single: 'axial' });
};

/** Ends the levelling. Undo brings back the points that were set, until the third one has levelled the volume. */
export function closeLevelling(workspace: Workspace): void {
  const { levelling } = workspace.state.get();
  if (levelling && levelling.points.length > 0) changeState(workspace, { levelling: undefined });
  else workspace.state.set({ levelling: undefined });
}

/** Finishes what is being drawn with another tool; a tool that draws ends the levelling. */
export const selectTool = (workspace: Workspace, tool: Tool) => {
  const { state, annotations, onAnnotationFinished } = workspace;
  if (!hintOf(tool).isResting) closeLevelling(workspace);
  state.set({ tool, editing: false });
  if (annotations.get().draft?.kind !== tool) leaveDraft(annotations, onAnnotationFinished);
  annotations.set({ shown: true });
};

/**
 * Moves the crosshair to an annotation; for an implant, to the middle of its axis. `within`: the surface on which the
 * pointer drags the annotation. The crosshair then moves only in this surface, so that it stays shown.
 */
export function moveCursorTo(workspace: Workspace, { kind, on, points }: Annotation, within?: Surface): void {
  const [point, end] = points;
  if (on !== 'volume' || !point) return;
  const at = kind === 'implant' && end ? middleOf(point, end) : point;
  const inVolume = fromPatient(workspace.volumeClient.placement, at);
  moveCursor(workspace, within ? within.toPoint(within.toPosition(inVolume).position) : inVolume);
}

/** Selects an annotation and moves the crosshair to it. */
export function showAnnotation(workspace: Workspace, annotation: Annotation): void {
  workspace.annotations.set({ selected: annotation.markID, shown: true });
  moveCursorTo(workspace, annotation);
}

export const setWindow = (workspace: Workspace, { center, width }: { center: number; width: number }) =>
  changeState(workspace, { displayWindow: { ...workspace.state.get().displayWindow, center, width } });

export const invert = ({ state }: Workspace) =>
  state.set(({ displayWindow }) => ({
    displayWindow: { ...displayWindow, inverted: !displayWindow.inverted },
  }));

export const changeViewport = (
  { state }: Workspace,
  name: ViewportName,
  change: (viewport: Viewport) => Viewport,
) => state.set(({ viewports }) => ({ viewports: { ...viewports, [name]: change(viewports[name]) } }));

/** Restores viewports, window and slab as they were when the volume was opened; the crosshair and the annotations stay. */
export const resetDisplay = (workspace: Workspace) => {
  const { frame, headViewports } = workspace.state.get();
  changeState(workspace, {
    // the viewports of the head do not fit the slices of a levelled volume, which have other edges
    viewports: { ...initialViewports(), ...(!frame && headViewports) },
    displayWindow: { ...workspace.series.window, inverted: workspace.series.inverted },
    slabMm: 0,
  });
};

/** Without an arch, editing begins with an average one at the crosshair. */
export const toggleArchEditing = ({ state, annotations, onAnnotationFinished }: Workspace) => {
  leaveDraft(annotations, onAnnotationFinished);
  annotations.set({ selected: undefined });
  state.set(({ editing, arch, cursor, single, layout }) => ({
    editing: !editing,
    ...(!editing && (layout === 'grid' || layout === 'cephalogram') && { layout: usualLayout() }),
    // shows the axial slice, because the handles are on it
    single: editing ? single : 'axial',
    tool: 'crosshair',
    levelling: undefined,
    arch: arch.isStored || arch.changed ? arch : { ...averageArch(cursor), version: arch.version },
  }));
};
