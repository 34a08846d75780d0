import { type Annotation, asPoint, type Point } from '../../annotations/annotation.ts';
import { foundMm } from '../../annotations/canal.ts';
import { fromPatient, toPatient } from '../../volume/voxels/placement.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * Replaces the straight lines between the points that the user set by lines that follow the tunnel of low density. Where
 * no tunnel is found the line stays straight. Undoing removes what the user did before: the canal, or its change.
 */
export function traceCanal({ volumeClient, annotations }: Workspace, { markID }: Annotation): void {
  // the store keeps a copy of what it is given
  const canal = annotations.get().own.find((one) => one.markID === markID);
  if (!canal) return;
  const setPoints = canal.setPoints ?? canal.points;
  if (canal.on !== 'volume' || setPoints.length < 2) return;
  const { placement } = volumeClient;
  const points = setPoints.map((point) => fromPatient(placement, point));
  const request = { parts: points.slice(1).map((to, at) => [points[at]!, to] as const) };
  volumeClient.request(`canal ${canal.markID}`, 'tunnels', request, ({ tunnels }) => {
    // the canal was changed or removed meanwhile
    if (!annotations.get().own.includes(canal)) return;
    const line = tunnels.flatMap((tunnel, at): Point[] =>
      (tunnel?.points ?? [])
        .slice(1, -1)
        .map((point) => asPoint(toPatient(placement, point)))
        .concat([setPoints[at + 1]!]),
    );
    const traced = { ...canal, points: [setPoints[0]!, ...line], setPoints };
    // after a correction the line counts as checked
    const isNew = !canal.setPoints && foundMm(traced) > 0;
    annotations.put(isNew ? { ...traced, unchecked: true } : traced, false);
  });
}
