import { pointIn, placeOf } from '@snimok/imaging/panorama/plane';
import { nearestOnCurve, pointOnCurve } from '../geometry/arch.ts';
import { finishDraft } from '../annotations/draw-annotation.ts';
import { annotationShortcuts } from '../annotations/annotation-shortcuts.ts';
import { type Shortcuts, useShortcuts } from '../shell/use-shortcuts.ts';
import { pageShortcuts } from '../shell/page-shortcuts.ts';
import { type Workspace, moveCursor } from './workspace.ts';
import { invert, resetDisplay, selectTool } from './cbct-tools.tsx';
import { curveOf } from './state.ts';
import { PRESETS, TOOLS } from './tools.ts';

export const setWindow = ({ state }: Workspace, { center, width }: { center: number; width: number }) =>
  state.set(({ displayWindow }) => ({ displayWindow: { ...displayWindow, center, width } }));

/** Up through the head, or along the arch. */
function step(workspace: Workspace, slices: number): void {
  const [x, y, z] = workspace.state.get().cursor;
  moveCursor(workspace, [x, y, z + slices * workspace.volumeClient.placement.spacingMm[2]]);
}

function stepAlong(workspace: Workspace, by: number): void {
  const { arch, cursor, crossSectionStepMm } = workspace.state.get();
  const { curve, plane } = curveOf(arch);
  const alongMm = nearestOnCurve(curve, pointIn(plane, cursor)).alongMm + by * crossSectionStepMm;
  const [x, y] = placeOf(plane, pointOnCurve(curve, alongMm).at);
  moveCursor(workspace, [x, y, cursor[2]]);
}

/** Puts away what is in hand; with empty hands Escape is for the dialog around. */
function lift({ annotations, state }: Workspace): boolean {
  const { draft, selected } = annotations.get();
  const { tool, editing } = state.get();
  if (draft?.kind === 'canal') finishDraft(annotations);
  else if (draft || selected) annotations.set({ draft: undefined, selected: undefined });
  else if (tool !== 'cross' || editing) state.set({ tool: 'cross', editing: false });
  else return false;
  return true;
}

export function useCbctShortcuts(workspace: Workspace, toggleHelp: () => void): void {
  const { annotations, series } = workspace;
  const shortcuts: Shortcuts = {
    ...annotationShortcuts(annotations),
    ...pageShortcuts(toggleHelp),
    ArrowUp: () => step(workspace, 1),
    ArrowDown: () => step(workspace, -1),
    PageUp: () => step(workspace, 10),
    PageDown: () => step(workspace, -10),
    ArrowRight: () => stepAlong(workspace, 1),
    ArrowLeft: () => stepAlong(workspace, -1),
    Digit0: () => setWindow(workspace, series.window),
    KeyR: () => resetDisplay(workspace),
    KeyX: () => invert(workspace),
    Enter: () => finishDraft(annotations),
    Escape: () => lift(workspace),
  };
  PRESETS.forEach((preset, at) => {
    shortcuts[`Digit${at + 1}`] = () => setWindow(workspace, preset);
  });
  for (const { code, tool } of TOOLS.flat()) shortcuts[code] = () => selectTool(workspace, tool);
  useShortcuts(shortcuts);
}
