import { toggleFullScreen } from './full-screen.ts';
import type { Shortcuts } from './use-shortcuts.ts';

/** The keys for the window itself. `?` stands on two keys, as the layout is. */
export const pageShortcuts = (toggleHelp: () => void): Shortcuts => ({
  KeyF: toggleFullScreen,
  'Shift+Slash': toggleHelp,
  'Shift+Digit7': toggleHelp,
  F1: toggleHelp,
});
