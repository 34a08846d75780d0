import { useMemo } from 'react';
import { useCut } from '../cbct/panes/use-cut.ts';
import { layerCut, layerSurface } from '../geometry/frame.ts';
import { useFields } from '../state/store.ts';
import { layerOf, transformedCut } from './cuts.ts';
import { AXIS_OF, navigatedSide, type Side } from './state.ts';
import type { CompareWorkspace } from './workspace.ts';

/** The picture of a side, and the surface on which its pane shows it. */
export function useComparedCut({ sides, frames, state }: CompareWorkspace, side: Side) {
  const { linked, plane, cursors, alignment } = useFields(state, 'linked', 'plane', 'cursors', 'alignment');
  const navigated = navigatedSide({ linked }, side);
  const frame = frames[navigated];
  const axis = AXIS_OF[plane];
  const layer = layerOf(frame, cursors[navigated], axis);
  const surface = useMemo(() => layerSurface(frame, axis, layer), [frame, axis, layer]);
  const isMapped = side === 1 && navigated === 0;
  const transform = isMapped ? alignment.transform : undefined;
  const cut = useMemo(() => {
    const own = layerCut(frame, axis, layer, 1, 'mean');
    return transform ? transformedCut(own, transform) : own;
  }, [frame, axis, layer, transform]);
  const image = useCut(sides[side].volumeClient, `compared ${plane}`, 'sheet', cut, surface.sizeMm);
  return { image, cut, surface, axis, layer, count: frame.count[axis], stepMm: frame.stepMm, navigated };
}
