import { annotationShortcuts } from '../shell/annotation-shortcuts.ts';
import { dropDraft, finishByEnter } from '../annotations/draft.ts';
import { toggleCine } from '../pane/cine.tsx';
import { pageShortcuts } from '../controls/page-shortcuts.ts';
import { type Shortcuts, useShortcuts } from '../controls/use-shortcuts.ts';
import { type Action, ACTIONS } from './workspace/actions.ts';
import { cancelCephalometry, moveLandmark, removeLandmark } from './workspace/landmarks-of-picture.ts';
import {
  flip,
  invert,
  resetDisplay,
  rotate,
  selectTool,
  showFrame,
  toggleSharpening,
} from './workspace/commands.ts';
import type { PictureWorkspace } from './workspace/picture-workspace.ts';
import { restingTool } from './workspace/state.ts';
import { toolsFor } from './workspace/tools.ts';

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as const;

/**
 * Ends the drawing, the selection or the tool. Returns false when there is none: Escape then closes the
 * dialog.
 */
function cancel(workspace: PictureWorkspace): boolean {
  const { annotations, state, series } = workspace;
  const { selected } = annotations.get();
  if (dropDraft(annotations)) return true;
  if (selected) annotations.set({ selected: undefined });
  else if (cancelCephalometry(workspace)) return true;
  else if (state.get().tool !== restingTool(series.frames)) state.set({ tool: restingTool(series.frames) });
  else return false;
  return true;
}

export function usePictureShortcuts(workspace: PictureWorkspace, toggleHelp: () => void): void {
  const { annotations, state, series } = workspace;
  const run: Record<Action, () => void> = {
    rotateLeft: () => rotate(workspace, -1),
    rotateRight: () => rotate(workspace, 1),
    flipHorizontal: () => flip(workspace, 'horizontal'),
    flipVertical: () => flip(workspace, 'vertical'),
    invert: () => invert(workspace),
    sharpen: () => toggleSharpening(workspace),
    previous: () => showFrame(workspace, state.get().frame - 1),
    next: () => showFrame(workspace, state.get().frame + 1),
    cine: toggleCine,
    undo: annotations.undo,
    reset: () => resetDisplay(workspace),
    save: () => workspace.save(),
  };
  const shared = annotationShortcuts(annotations);
  const shortcuts: Shortcuts = {
    ...shared,
    Delete: () => shared['Delete']?.() !== false || removeLandmark(workspace, 'selected'),
    Backspace: () => shared['Backspace']?.() !== false || removeLandmark(workspace, 'last'),
    ...pageShortcuts(toggleHelp),
    PageUp: () => showFrame(workspace, Math.max(0, state.get().frame - 10)),
    PageDown: () => showFrame(workspace, Math.min(series.frames.length - 1, state.get().frame + 10)),
    Enter: () => finishByEnter(annotations, () => undefined),
    Escape: () => cancel(workspace),
  };
  for (const action of Object.keys(run) as Action[]) shortcuts[ACTIONS[action].code] = run[action];
  for (const { code, tool } of toolsFor(series).flat()) shortcuts[code] = () => selectTool(workspace, tool);
  const { ArrowLeft, ArrowRight } = shortcuts;
  const byArrow = { ArrowLeft, ArrowRight, ArrowUp: ArrowLeft, ArrowDown: ArrowRight };
  for (const [code, direction] of Object.entries(ARROWS)) {
    const otherwise = byArrow[code as keyof typeof ARROWS];
    shortcuts[code] = () => moveLandmark(workspace, direction, 1) || otherwise?.();
    shortcuts[`Shift+${code}`] = () => moveLandmark(workspace, direction, 10);
  }
  useShortcuts(shortcuts);
}
