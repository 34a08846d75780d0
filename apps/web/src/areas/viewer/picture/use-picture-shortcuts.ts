import { toggleFullScreen } from '../shell/full-screen.ts';
import { type Shortcuts, useShortcuts } from '../shell/use-shortcuts.ts';
import { flip, invert, reset, sharpen, takeTool, turn } from './picture-tools.tsx';
import { type Desk, showFrame } from './picture-viewer.tsx';
import { TOOLS } from './tools.ts';

export function usePictureShortcuts(desk: Desk, toggleHelp: () => void): void {
  const { marks, state } = desk;
  const shortcuts: Shortcuts = {
    BracketLeft: () => turn(desk, -1),
    BracketRight: () => turn(desk, 1),
    KeyH: () => flip(desk, 'across'),
    KeyJ: () => flip(desk, 'down'),
    KeyX: () => invert(desk),
    KeyE: () => sharpen(desk),
    KeyR: () => reset(desk),
    KeyF: toggleFullScreen,
    KeyV: () => marks.set(({ shown }) => ({ shown: !shown })),
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
    'Ctrl+KeyZ': marks.undo,
    'Ctrl+Shift+KeyZ': marks.redo,
    'Ctrl+KeyY': marks.redo,
    'Shift+Slash': toggleHelp,
    'Shift+Digit7': toggleHelp,
    F1: toggleHelp,
  };
  for (const code of ['Delete', 'Backspace'])
    shortcuts[code] = () => {
      const { selected } = marks.get();
      if (selected) marks.remove(selected);
    };
  for (const { code, tool } of TOOLS.flat()) shortcuts[code] = () => takeTool(desk, tool);
  useShortcuts(shortcuts);
}
