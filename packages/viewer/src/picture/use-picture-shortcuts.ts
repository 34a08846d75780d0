import { annotationShortcuts } from '../shell/annotation-shortcuts.ts';
import { isOpenEnded } from '../annotations/annotation.ts';
import { finishDraft } from '../annotations/draw-annotation.ts';
import { toggleCine } from '../pane/cine.tsx';
import { pageShortcuts } from '../shell/page-shortcuts.ts';
import { type Shortcuts, useShortcuts } from '../shell/use-shortcuts.ts';
import { type Action, ACTIONS } from './actions.ts';
import { flip, invert, resetDisplay, rotate, selectTool, showFrame, toggleSharpening } from './commands.ts';
import type { PictureWorkspace } from './picture-workspace.ts';
import { restingTool } from './state.ts';
import { toolsFor } from './tools.ts';

/**
 * Ends the drawing, the selection or the tool. Returns false when there is none: Escape then closes the
 * dialog.
 */
function cancel({ annotations, state, series }: PictureWorkspace): boolean {
  const { draft, selected } = annotations.get();
  if (draft && isOpenEnded(draft.kind)) finishDraft(annotations);
  else if (draft || selected) annotations.set({ draft: undefined, selected: undefined });
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
  const shortcuts: Shortcuts = {
    ...annotationShortcuts(annotations),
    ...pageShortcuts(toggleHelp),
    ArrowUp: () => showFrame(workspace, state.get().frame - 1),
    ArrowDown: () => showFrame(workspace, state.get().frame + 1),
    PageUp: () => showFrame(workspace, Math.max(0, state.get().frame - 10)),
    PageDown: () => showFrame(workspace, Math.min(series.frames.length - 1, state.get().frame + 10)),
    Enter: () => finishDraft(annotations),
    Escape: () => cancel(workspace),
  };
  for (const action of Object.keys(run) as Action[]) shortcuts[ACTIONS[action].code] = run[action];
  for (const { code, tool } of toolsFor(series).flat()) shortcuts[code] = () => selectTool(workspace, tool);
  useShortcuts(shortcuts);
}
