import type { Axis } from '@snimok/imaging/volume/slice';
import { useMemo } from 'react';
import type { Vec2 } from '../../geometry/vectors.ts';
import type { PaneImage } from '../../pane/pane-image.ts';
import { useStore } from '../../state/store.ts';
import { posterImage } from '../workspace/poster.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** The picture of the poster for a slice; undefined if it does not show exactly this slice, without a slab or levelling. */
export function usePoster(
  { poster, state, series, volumeClient }: Workspace,
  axis: Axis,
  index: number,
  [widthMm, heightMm]: Vec2,
): PaneImage | undefined {
  const planes = useStore(poster, (all) => all.planes);
  const at = useStore(poster, (all) => all.at);
  const isPlain = useStore(state, ({ frame, slabMm }) => !frame && slabMm === 0);
  const isShown = isPlain && at?.[axis] === index * volumeClient.placement.spacingMm[axis];
  return useMemo(
    () => (isShown && planes ? posterImage(planes[axis], series.window, [widthMm, heightMm]) : undefined),
    [isShown, planes, axis, series, widthMm, heightMm],
  );
}
