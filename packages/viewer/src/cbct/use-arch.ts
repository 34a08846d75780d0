import { pointIn } from '@snimok/imaging/panorama/plane';
import { useMemo } from 'react';
import { nearestOnCurve } from '../geometry/arch.ts';
import type { ArchCurve } from '../geometry/surface.ts';
import { useStore } from '../store.ts';
import type { Workspace } from './workspace.ts';
import { curveOf } from './state.ts';

/** The arch as a curve, and how far along it the cross-hairs stand. */
export function useArch({ state }: Workspace): { arch: ArchCurve; alongMm: number } {
  const drawn = useStore(state, ({ arch }) => arch);
  const cursor = useStore(state, (all) => all.cursor);
  const arch = useMemo(() => curveOf(drawn), [drawn]);
  const alongMm = useMemo(
    () => nearestOnCurve(arch.curve, pointIn(arch.plane, cursor)).alongMm,
    [arch, cursor],
  );
  return { arch, alongMm };
}
