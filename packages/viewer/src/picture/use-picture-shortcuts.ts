import { annotationShortcuts } from '../annotations/annotation-shortcuts.ts';
import { type Shortcuts, useShortcuts } from '../shell/use-shortcuts.ts';
import { pageShortcuts } from '../shell/page-shortcuts.ts';
import { flip, invert, reset, sharpen, selectTool, rotate } from './picture-tools.tsx';
import { type PictureWorkspace, showFrame } from './picture-viewer.tsx';
import { TOOLS } from './tools.ts';

export function usePictureShortcuts(workspace: PictureWorkspace, toggleHelp: () => void): void {
  const { annotations, state } = workspace;
  const shortcuts: Shortcuts = {
    ...annotationShortcuts(annotations),
    ...pageShortcuts(toggleHelp),
    BracketLeft: () => rotate(workspace, -1),
    BracketRight: () => rotate(workspace, 1),
    KeyH: () => flip(workspace, 'across'),
    KeyJ: () => flip(workspace, 'down'),
    KeyX: () => invert(workspace),
    KeyE: () => sharpen(workspace),
    KeyR: () => reset(workspace),
    ArrowLeft: () => showFrame(workspace, state.get().frame - 1),
    ArrowRight: () => showFrame(workspace, state.get().frame + 1),
    Escape: () => {
      const { draft, selected } = annotations.get();
      if (draft || selected) annotations.set({ draft: undefined, selected: undefined });
      else if (state.get().tool !== 'window') state.set({ tool: 'window' });
      // with empty hands it is for the dialog around
      else return false;
      return true;
    },
    'Ctrl+KeyS': () => workspace.save(),
  };
  for (const { code, tool } of TOOLS.flat()) shortcuts[code] = () => selectTool(workspace, tool);
  useShortcuts(shortcuts);
}
