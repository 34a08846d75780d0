import { annotationShortcuts } from '../annotations/annotation-shortcuts.ts';
import { type Shortcuts, useShortcuts } from '../shell/use-shortcuts.ts';
import { windowShortcuts } from '../shell/page-shortcuts.ts';
import { flip, invert, reset, sharpen, takeTool, turn } from './picture-tools.tsx';
import { type Desk, showFrame } from './picture-viewer.tsx';
import { TOOLS } from './tools.ts';

export function usePictureShortcuts(desk: Desk, toggleHelp: () => void): void {
  const { marks, state } = desk;
  const shortcuts: Shortcuts = {
    ...annotationShortcuts(marks),
    ...windowShortcuts(toggleHelp),
    BracketLeft: () => turn(desk, -1),
    BracketRight: () => turn(desk, 1),
    KeyH: () => flip(desk, 'across'),
    KeyJ: () => flip(desk, 'down'),
    KeyX: () => invert(desk),
    KeyE: () => sharpen(desk),
    KeyR: () => reset(desk),
    ArrowLeft: () => showFrame(desk, state.get().frame - 1),
    ArrowRight: () => showFrame(desk, state.get().frame + 1),
    Escape: () => {
      const { draft, selected } = marks.get();
      if (draft || selected) marks.set({ draft: undefined, selected: undefined });
      else if (state.get().tool !== 'tone') state.set({ tool: 'tone' });
      // with empty hands it is for the dialog around
      else return false;
      return true;
    },
    'Ctrl+KeyS': () => desk.save(),
  };
  for (const { code, tool } of TOOLS.flat()) shortcuts[code] = () => takeTool(desk, tool);
  useShortcuts(shortcuts);
}
