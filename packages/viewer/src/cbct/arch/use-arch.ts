import { spaceToPlane } from '@snimok/imaging/panorama/plane';
import { useMemo } from 'react';
import { nearestOnCurve } from '../../geometry/arch.ts';
import type { ArchCurve } from '../../geometry/surface.ts';
import { useStore } from '../../state/store.ts';
import { curveOf, shownArch } from '../workspace/state.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** The arch as a curve, and the crosshair's position along it. */
export function useArch({ state }: Workspace): { arch: ArchCurve; alongMm: number } {
  const edited = useStore(state, (all) => all.arch);
  const frame = useStore(state, (all) => all.frame);
  const cursor = useStore(state, (all) => all.cursor);
  const arch = useMemo(() => curveOf(shownArch({ arch: edited, frame })), [edited, frame]);
  const alongMm = useMemo(
    () => nearestOnCurve(arch.curve, spaceToPlane(arch.plane, cursor)).alongMm,
    [arch, cursor],
  );
  return { arch, alongMm };
}
