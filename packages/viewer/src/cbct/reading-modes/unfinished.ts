import { restoring, together, valuesOf } from '../../state/history.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * Called before an unfinished line, or the first of two condyles, is dropped. Undo then brings it back, with the layout
 * in which it is set.
 */
export function rememberUnfinished({ state, modes, annotations }: Workspace): void {
  const { draft, pickedCondyles } = modes.get();
  if (!draft?.points.length && !pickedCondyles?.length) return;
  const setting = restoring(modes, valuesOf(modes.get(), ['draft', 'isDrawing', 'pickedCondyles']));
  const tool = restoring(state, valuesOf(state.get(), ['layout', 'tool']));
  annotations.history.remember(together(setting, tool), { owner: state });
}
