import type { Workspace } from '../workspace/workspace.ts';
import { CephalogramLayout } from './cephalogram-layout.tsx';
import { JointsLayout } from './joints-layout.tsx';
import { ResliceLayout } from './reslice-layout.tsx';
import type { ReadingMode } from '../workspace/reading-modes-state.ts';

interface ModeLayoutProps {
  workspace: Workspace;
  mode: ReadingMode;
}

/** The panes of a reading mode, with its controls above them. */
export function ModeLayout({ workspace, mode }: ModeLayoutProps) {
  if (mode === 'reslice') return <ResliceLayout workspace={workspace} />;
  if (mode === 'joints') return <JointsLayout workspace={workspace} />;
  return <CephalogramLayout workspace={workspace} />;
}
