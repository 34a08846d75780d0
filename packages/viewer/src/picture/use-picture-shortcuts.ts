import { annotationShortcuts } from '../shell/annotation-shortcuts.ts';
import { pageShortcuts } from '../shell/page-shortcuts.ts';
import { type Shortcuts, useShortcuts } from '../shell/use-shortcuts.ts';
import { flip, invert, resetDisplay, rotate, selectTool, showFrame, toggleSharpening } from './commands.ts';
import type { PictureWorkspace } from './picture-workspace.ts';
import { TOOLS } from './tools.ts';

/**
 * Ends the drawing, the selection or the tool. Returns false when there is none: Escape then closes the
 * dialog.
 */
function cancel({ annotations, state }: PictureWorkspace): boolean {
  const { draft, selected } = annotations.get();
  if (draft || selected) annotations.set({ draft: undefined, selected: undefined });
  else if (state.get().tool !== 'window') state.set({ tool: 'window' });
  else return false;
  return true;
}

export function usePictureShortcuts(workspace: PictureWorkspace, toggleHelp: () => void): void {
  const { annotations, state } = workspace;
  const shortcuts: Shortcuts = {
    ...annotationShortcuts(annotations),
    ...pageShortcuts(toggleHelp),
    BracketLeft: () => rotate(workspace, -1),
    BracketRight: () => rotate(workspace, 1),
    KeyH: () => flip(workspace, 'horizontal'),
    KeyJ: () => flip(workspace, 'vertical'),
    KeyX: () => invert(workspace),
    KeyE: () => toggleSharpening(workspace),
    KeyR: () => resetDisplay(workspace),
    ArrowLeft: () => showFrame(workspace, state.get().frame - 1),
    ArrowRight: () => showFrame(workspace, state.get().frame + 1),
    Escape: () => cancel(workspace),
    'Ctrl+KeyS': () => workspace.save(),
  };
  for (const { code, tool } of TOOLS.flat()) shortcuts[code] = () => selectTool(workspace, tool);
  useShortcuts(shortcuts);
}
