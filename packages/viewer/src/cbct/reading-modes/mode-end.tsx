import { CloseButton } from '@mantine/core';
import bar from '../../shell/bar.module.css';
import type { Workspace } from '../workspace/workspace.ts';
import { closeMode } from './commands.ts';
import { MODES } from '../workspace/modes.ts';
import type { ReadingMode } from '../workspace/reading-modes-state.ts';

/** The end of a mode's bar: returns to the usual panes. */
export const ModeEnd = ({ workspace, mode }: { workspace: Workspace; mode: ReadingMode }) => (
  <div className={bar.end}>
    <CloseButton
      size={36}
      aria-label={`Закрыть: ${MODES.find((one) => one.mode === mode)?.word}`}
      onClick={() => closeMode(workspace)}
    />
  </div>
);
