import { restoring } from '../../state/history.ts';
import type { EditableArch } from '../workspace/state.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Adds the common arch as it was before a change to the undo history; undo also shows it. */
export function rememberArch({ state, annotations }: Workspace, arch: EditableArch): void {
  const step = restoring(state, { arch, commonArch: arch, jaw: 'both' });
  annotations.history.remember(step, { owner: state });
}
