import { type Annotation, asPoint, type Point } from '../annotations/annotation.ts';
import { fromPatient, toPatient } from '../volume/placement.ts';
import type { Workspace } from './workspace.ts';

/**
 * Replaces the straight lines between the points that the user set by lines that follow the tunnel of low density. Where
 * no tunnel is found the line stays straight. Undoing removes what the user did before: the canal, or its change.
 */
export function traceCanal({ volumeClient, annotations }: Workspace, canal: Annotation): void {
  const setPoints = canal.setPoints ?? canal.points;
  if (canal.on !== 'volume' || setPoints.length < 2) return;
  const { placement } = volumeClient;
  const points = setPoints.map((point) => fromPatient(placement, point));
  const request = { parts: points.slice(1).map((to, at) => [points[at]!, to] as const) };
  volumeClient.request(`canal ${canal.markID}`, 'tunnels', request, ({ tunnels }) => {
    // changed or removed meanwhile
    if (!annotations.get().own.includes(canal)) return;
    const line = tunnels.flatMap((tunnel, at): Point[] =>
      (tunnel?.points ?? [])
        .slice(1, -1)
        .map((point) => asPoint(toPatient(placement, point)))
        .concat([setPoints[at + 1]!]),
    );
    annotations.put({ ...canal, points: [setPoints[0]!, ...line], setPoints }, false);
  });
}
