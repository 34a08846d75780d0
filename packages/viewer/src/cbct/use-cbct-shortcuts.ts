import { pointIn, placeOf } from '@snimok/imaging/panorama/plane';
import { nearestOn, placeOn } from '../geometry/arch.ts';
import { endDraft } from '../annotations/draw-annotation.ts';
import { annotationShortcuts } from '../annotations/annotation-shortcuts.ts';
import { type Shortcuts, useShortcuts } from '../shell/use-shortcuts.ts';
import { windowShortcuts } from '../shell/page-shortcuts.ts';
import { type Workspace, moveCursor } from './workspace.ts';
import { invert, resetViews, takeTool } from './cbct-tools.tsx';
import { curveOf } from './state.ts';
import { PRESETS, TOOLS } from './tools.ts';

export const showWindow = ({ state }: Workspace, { center, width }: { center: number; width: number }) =>
  state.set(({ tone }) => ({ tone: { ...tone, center, width } }));

/** Up through the head, or along the arch. */
function step(bench: Workspace, slices: number): void {
  const [x, y, z] = bench.state.get().cursor;
  moveCursor(bench, [x, y, z + slices * bench.desk.placement.spacingMm[2]]);
}

function stepAlong(bench: Workspace, by: number): void {
  const { arch, cursor, sectionStepMm } = bench.state.get();
  const { curve, plane } = curveOf(arch);
  const along = nearestOn(curve, pointIn(plane, cursor)).along + by * sectionStepMm;
  const [x, y] = placeOf(plane, placeOn(curve, along).at);
  moveCursor(bench, [x, y, cursor[2]]);
}

/** Puts away what is in hand; with empty hands Escape is for the dialog around. */
function lift({ marks, state }: Workspace): boolean {
  const { draft, selected } = marks.get();
  const { tool, editing } = state.get();
  if (draft?.kind === 'canal') endDraft(marks);
  else if (draft || selected) marks.set({ draft: undefined, selected: undefined });
  else if (tool !== 'cross' || editing) state.set({ tool: 'cross', editing: false });
  else return false;
  return true;
}

export function useCbctShortcuts(bench: Workspace, toggleHelp: () => void): void {
  const { marks, series } = bench;
  const shortcuts: Shortcuts = {
    ...annotationShortcuts(marks),
    ...windowShortcuts(toggleHelp),
    ArrowUp: () => step(bench, 1),
    ArrowDown: () => step(bench, -1),
    PageUp: () => step(bench, 10),
    PageDown: () => step(bench, -10),
    ArrowRight: () => stepAlong(bench, 1),
    ArrowLeft: () => stepAlong(bench, -1),
    Digit0: () => showWindow(bench, series.window),
    KeyR: () => resetViews(bench),
    KeyX: () => invert(bench),
    Enter: () => endDraft(marks),
    Escape: () => lift(bench),
  };
  PRESETS.forEach((preset, at) => {
    shortcuts[`Digit${at + 1}`] = () => showWindow(bench, preset);
  });
  for (const { code, tool } of TOOLS.flat()) shortcuts[code] = () => takeTool(bench, tool);
  useShortcuts(shortcuts);
}
