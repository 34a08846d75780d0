import { restoring, valuesOf } from '../../state/history.ts';
import type { CbctState } from './state.ts';
import type { Workspace } from './workspace.ts';

/** Changes the state so that undo restores it; quick changes of the same values are one step. */
export function changeState({ state, annotations }: Workspace, change: Partial<CbctState>): void {
  const keys = Object.keys(change) as (keyof CbctState)[];
  const before = valuesOf(state.get(), keys);
  annotations.history.remember(restoring(state, before), { owner: state, key: keys.join() });
  state.set(change);
}
