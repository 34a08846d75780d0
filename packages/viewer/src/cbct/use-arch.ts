import { spaceToPlane } from '@snimok/imaging/panorama/plane';
import { useMemo } from 'react';
import { nearestOnCurve } from '../geometry/arch.ts';
import type { ArchCurve } from '../geometry/surface.ts';
import { useStore } from '../store.ts';
import { curveOf } from './state.ts';
import type { Workspace } from './workspace.ts';

/** The arch as a curve, and the crosshair's position along it. */
export function useArch({ state }: Workspace): { arch: ArchCurve; alongMm: number } {
  const edited = useStore(state, ({ arch }) => arch);
  const cursor = useStore(state, (all) => all.cursor);
  const arch = useMemo(() => curveOf(edited), [edited]);
  const alongMm = useMemo(
    () => nearestOnCurve(arch.curve, spaceToPlane(arch.plane, cursor)).alongMm,
    [arch, cursor],
  );
  return { arch, alongMm };
}
