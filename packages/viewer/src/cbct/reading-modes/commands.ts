import { selectTool, usualLayout } from '../workspace/commands.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { readingOf } from './reading.ts';
import { startPickingCondyles } from './pick-condyles.ts';
import { isRegionSet } from './pick-region.ts';
import { cancelLine, finishLine, startLine } from './draw-line.ts';
import { nextLandmark } from './place-landmark.ts';
import { isReadingMode } from '../workspace/modes.ts';
import type { ReadingMode } from '../workspace/reading-modes-state.ts';
import { rememberUnfinished } from './unfinished.ts';

const NOTHING_STARTED = {
  draft: undefined,
  isDrawing: false,
  pickedCondyles: undefined,
  landmark: undefined,
} as const;

/**
 * Opens a reading mode and, where nothing is set in it yet, asks for the first click; if the mode is open already,
 * closes it.
 */
export function toggleMode(workspace: Workspace, mode: ReadingMode): void {
  if (workspace.state.get().layout === mode) return closeMode(workspace);
  selectTool(workspace, 'crosshair');
  leaveSetting(workspace);
  workspace.modes.set({ region: undefined });
  workspace.state.set({ layout: mode, levelling: undefined });
  const reading = readingOf(workspace);
  if (mode === 'reslice' && !reading?.line) startLine(workspace);
  if (mode === 'joints' && !reading?.condyles) startPickingCondyles(workspace);
  if (mode === 'cephalogram') workspace.modes.set({ landmark: nextLandmark(workspace) });
}

/** Finishes the line that is being drawn. A line that is too short is dropped, and undo brings it back. */
function leaveSetting(workspace: Workspace): void {
  finishLine(workspace);
  rememberUnfinished(workspace);
  workspace.modes.set(({ cephalogram }) => ({
    ...NOTHING_STARTED,
    cephalogram: { ...cephalogram, proposal: undefined },
  }));
}

/** Returns to the usual panes; what was set stays. */
export function closeMode(workspace: Workspace): void {
  const { state } = workspace;
  leaveSetting(workspace);
  if (isReadingMode(state.get().layout)) state.set({ layout: usualLayout() });
}

/**
 * Each call stops one thing that the mode asks for, and the last one leaves the mode. False if nothing was stopped, as
 * outside a mode.
 */
export function cancelInMode(workspace: Workspace): boolean {
  const { draft, selected } = workspace.annotations.get();
  if (draft || selected) return false;
  return stopSetting(workspace) || leaveMode(workspace);
}

function stopSetting(workspace: Workspace): boolean {
  const { modes } = workspace;
  const { region, pickedCondyles, landmark } = modes.get();
  const hasCondyles = readingOf(workspace)?.condyles !== undefined;
  if (region?.isPicking)
    modes.set({ region: isRegionSet(workspace, region) ? { ...region, isPicking: false } : undefined });
  else if (cancelLine(workspace)) return true;
  else if (pickedCondyles && (pickedCondyles.length > 0 || hasCondyles)) {
    rememberUnfinished(workspace);
    modes.set({ pickedCondyles: hasCondyles ? undefined : [] });
  } else if (landmark !== undefined) modes.set({ landmark: undefined });
  else return false;
  return true;
}

function leaveMode(workspace: Workspace): boolean {
  const { tool, layout, levelling, editing } = workspace.state.get();
  if (tool !== 'crosshair') return false;
  if (isReadingMode(layout)) closeMode(workspace);
  else if (workspace.modes.get().region && !levelling && !editing) workspace.modes.set({ region: undefined });
  else return false;
  return true;
}
