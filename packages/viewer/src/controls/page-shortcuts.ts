import { toggleFullScreen } from './full-screen.ts';
import type { Shortcuts } from './use-shortcuts.ts';

/**
 * Keys for full screen and help. `?` is on `Slash` in the English layout and on `Digit7` in the Russian one.
 */
export const pageShortcuts = (toggleHelp: () => void): Shortcuts => ({
  KeyF: toggleFullScreen,
  'Shift+Slash': toggleHelp,
  'Shift+Digit7': toggleHelp,
  F1: toggleHelp,
});
