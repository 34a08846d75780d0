import { inUnits } from '../../annotations/annotation.ts';
import type { VolumeRequests } from '../../volume/worker/messages.ts';

/** A probe measures a ball of this radius. */
export const PROBE_RADIUS_MM = 0.5;

export function probeText({ statistics, isComplete }: VolumeRequests['probe']['response']): string {
  if (!statistics) return 'нет данных';
  const { mean, min, max } = statistics;
  return `${inUnits(mean)} (${inUnits(min)}…${inUnits(max)})${isComplete ? '' : ', не все срезы'}`;
}
