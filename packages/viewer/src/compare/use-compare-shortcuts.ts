import { pageShortcuts } from '../controls/page-shortcuts.ts';
import { type Shortcuts, useShortcuts } from '../controls/use-shortcuts.ts';
import { type RegistrationControl, STEP_DEGREES, STEP_MM } from './alignment-bar.tsx';
import { chooseMode, invert, resetDisplay, rotateLater, scrollBy, shiftLater } from './commands.ts';
import { accepted, rejected, withLink, type CompareState, type CompareTool } from './state.ts';
import type { StitchingControl } from './use-stitching.ts';
import { COMPARE_TOOLS, MODE_KEYS, PLANE_KEYS } from './tools.ts';
import type { CompareWorkspace } from './workspace.ts';

const isUnconfirmed = ({ alignment }: CompareState): boolean =>
  alignment.state === 'found' || alignment.state === 'manual';

/** With one of these tools, Escape leaves the comparison. A phone begins with scrolling. */
const RESTING_TOOLS: readonly CompareTool[] = ['crosshair', 'scroll'];

interface PageActions {
  registration: RegistrationControl;
  stitching: StitchingControl;
  toggleHelp: () => void;
  onBack: () => void;
}

export function useCompareShortcuts(workspace: CompareWorkspace, actions: PageActions): void {
  const { state } = workspace;
  const { registration, stitching, toggleHelp, onBack } = actions;
  const isAligning = () => state.get().tool === 'align';
  const step = (right: number, down: number, layers: number) => () => {
    if (isAligning()) shiftLater(workspace, right * STEP_MM, down * STEP_MM);
    else if (layers !== 0) scrollBy(workspace, 0, layers);
  };
  const shortcuts: Shortcuts = {
    ...pageShortcuts(toggleHelp),
    ArrowUp: step(0, -1, 1),
    ArrowDown: step(0, 1, -1),
    ArrowLeft: step(-1, 0, 0),
    ArrowRight: step(1, 0, 0),
    PageUp: () => scrollBy(workspace, 0, 10),
    PageDown: () => scrollBy(workspace, 0, -10),
    BracketLeft: () => rotateLater(workspace, -STEP_DEGREES),
    BracketRight: () => rotateLater(workspace, STEP_DEGREES),
    KeyG: () => registration.start(false),
    'Shift+KeyG': () => registration.start(true),
    'Shift+KeyJ': stitching.start,
    KeyY: () => state.set((all) => withLink(all, !all.linked)),
    KeyX: () => invert(workspace),
    KeyR: () => resetDisplay(workspace),
    Enter: () => {
      // a focused button acts on Enter itself
      if (!isUnconfirmed(state.get()) || document.activeElement instanceof HTMLButtonElement) return false;
      state.set((all) => ({ ...accepted(all), tool: 'crosshair' }));
    },
    Delete: () => {
      if (isUnconfirmed(state.get())) state.set(rejected);
    },
    Escape: () => {
      if (stitching.progress !== undefined) stitching.cancel();
      else if (state.get().progress !== undefined) registration.cancel();
      else if (!RESTING_TOOLS.includes(state.get().tool)) state.set({ tool: 'crosshair' });
      else onBack();
    },
  };
  for (const { code, plane } of PLANE_KEYS) shortcuts[code] = () => state.set({ plane });
  for (const { code, mode } of MODE_KEYS) shortcuts[code] = () => chooseMode(workspace, mode);
  for (const { code, tool } of COMPARE_TOOLS.flat()) shortcuts[code] = () => state.set({ tool });
  useShortcuts(shortcuts);
}
