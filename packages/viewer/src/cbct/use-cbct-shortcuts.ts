import { spaceToPlane } from '@snimok/imaging/panorama/plane';
import { annotationShortcuts } from '../shell/annotation-shortcuts.ts';
import { dropDraft, finishByEnter } from '../annotations/draft.ts';
import { nearestOnCurve } from '../geometry/arch.ts';
import { moved } from '../geometry/rod.ts';
import { pageShortcuts } from '../controls/page-shortcuts.ts';
import { type Shortcuts, useShortcuts } from '../controls/use-shortcuts.ts';
import { type Action, ACTIONS } from './workspace/actions.ts';
import { toggleCine } from '../pane/cine.tsx';
import {
  closeLevelling,
  invert,
  moveCursor,
  moveCursorAlongArch,
  resetDisplay,
  selectTool,
  setWindow,
  toggleArchEditing,
  toggleVolume,
} from './workspace/commands.ts';
import { turnImplant } from './workspace/implants.ts';
import { shownAxes, toggleLevelling } from './levelling/levelling.ts';
import { curveOf, shownArch } from './workspace/state.ts';
import { TOOLS, windowPresetsOf } from './workspace/tools.ts';
import type { Workspace } from './workspace/workspace.ts';

/** Moves the crosshair by axial slices, towards the head. */
function stepSlices(workspace: Workspace, slices: number): void {
  const { cursor, frame } = workspace.state.get();
  const stepMm = frame?.stepMm ?? workspace.volumeClient.placement.spacingMm[2];
  moveCursor(workspace, moved(cursor, shownAxes({ frame })[2], slices * stepMm));
}

/** Moves the crosshair along the arch by cross-sections. */
function stepCrossSections(workspace: Workspace, by: number): void {
  const { cursor, crossSectionStepMm } = workspace.state.get();
  const archCurve = curveOf(shownArch(workspace.state.get()));
  const { alongMm } = nearestOnCurve(archCurve.curve, spaceToPlane(archCurve.plane, cursor));
  moveCursorAlongArch(workspace, archCurve, alongMm + by * crossSectionStepMm);
}

/**
 * Ends the drawing, the selection or the tool. Returns false when there is none: Escape then closes the
 * dialog.
 */
function cancel(workspace: Workspace): boolean {
  const { annotations, state } = workspace;
  const { selected } = annotations.get();
  const { tool, editing, levelling } = state.get();
  if (dropDraft(annotations)) return true;
  if (selected) annotations.set({ selected: undefined });
  else if (levelling) closeLevelling(workspace);
  else if (tool !== 'crosshair' || editing) state.set({ tool: 'crosshair', editing: false });
  else return false;
  return true;
}

export function useCbctShortcuts(workspace: Workspace, toggleHelp: () => void, togglePlan: () => void): void {
  const { annotations, series, state } = workspace;
  const run: Record<Action, () => void> = {
    four: () => state.set({ layout: 'four' }),
    panorama: () => state.set({ layout: 'panorama' }),
    grid: () => state.set({ layout: 'grid' }),
    single: () => state.set({ layout: 'single' }),
    volume: () => toggleVolume(workspace),
    layouts: () => state.set(({ areLayoutsOpened }) => ({ areLayoutsOpened: !areLayoutsOpened })),
    arch: () => toggleArchEditing(workspace),
    levelling: () => toggleLevelling(workspace),
    plan: togglePlan,
    library: () => state.set({ isChoosingImplant: true }),
    cine: toggleCine,
    invert: () => invert(workspace),
    undo: annotations.undo,
    reset: () => resetDisplay(workspace),
  };
  const shortcuts: Shortcuts = {
    ...annotationShortcuts(annotations),
    ...pageShortcuts(toggleHelp),
    ArrowUp: () => stepSlices(workspace, 1),
    ArrowDown: () => stepSlices(workspace, -1),
    PageUp: () => stepSlices(workspace, 10),
    PageDown: () => stepSlices(workspace, -10),
    ArrowRight: () => stepCrossSections(workspace, 1),
    ArrowLeft: () => stepCrossSections(workspace, -1),
    Digit0: () => setWindow(workspace, series.window),
    BracketLeft: () => turnImplant(workspace, 'along', 1),
    BracketRight: () => turnImplant(workspace, 'along', -1),
    'Shift+BracketLeft': () => turnImplant(workspace, 'across', 1),
    'Shift+BracketRight': () => turnImplant(workspace, 'across', -1),
    Enter: () => finishByEnter(annotations, workspace.onAnnotationFinished),
    Escape: () => cancel(workspace),
  };
  for (const action of Object.keys(run) as Action[]) shortcuts[ACTIONS[action].code] = run[action];
  windowPresetsOf(series).forEach((preset, at) => {
    shortcuts[`Digit${at + 1}`] = () => setWindow(workspace, preset);
  });
  for (const { code, tool } of TOOLS.flat()) shortcuts[code] = () => selectTool(workspace, tool);
  useShortcuts(shortcuts);
}
