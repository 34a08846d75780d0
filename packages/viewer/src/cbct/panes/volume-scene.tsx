import { useMemo } from 'react';
import { asPoint, newAnnotation } from '../../annotations/annotation.ts';
import { implantPoints } from '../../annotations/implant.ts';
import type { Vec3 } from '../../geometry/vectors.ts';
import { valueRangeOf } from '../../rendering/value-range.ts';
import { ScenePane } from '../../scene/scene-pane.tsx';
import { centreOf } from '../../scene/structures.ts';
import { useFields, useStore } from '../../state/store.ts';
import { fromPatient, toPatient } from '../../volume/voxels/placement.ts';
import { moveCursor, moveCursorTo, showAnnotation } from '../workspace/commands.ts';
import { newImplantAt, toothOfImplant } from '../workspace/implants.ts';
import { shownAxes } from '../levelling/levelling.ts';
import { curveOf, hasArch, shownArch } from '../workspace/state.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** The 3D view of an opened volume: it follows levelling, crosshair and arch, and sets implants. */
export function VolumeScene({ workspace, onExpand }: { workspace: Workspace; onExpand: () => void }) {
  const { volumeClient, series, annotations, scene, state, study, segmentation, joined } = workspace;
  const { cursor, frame, arch } = useFields(state, 'cursor', 'frame', 'arch');
  const isArchAvailable = useStore(state, hasArch);
  const range = useMemo(() => valueRangeOf(series), [series]);
  const curve = useMemo(
    () => (isArchAvailable ? curveOf(shownArch({ arch, frame })) : undefined),
    [isArchAvailable, arch, frame],
  );
  return (
    <ScenePane
      volumeClient={volumeClient}
      series={series.series}
      range={range}
      annotations={annotations}
      store={scene}
      axes={shownAxes({ frame })}
      cursor={cursor}
      arch={curve}
      study={study}
      segmentation={segmentation}
      onPoint={(point) => pointAt(workspace, point)}
      onChosen={(part) => moveCursor(workspace, fromPatient(volumeClient.placement, centreOf(part)))}
      toothOf={(implant) => toothOfImplant(workspace, implant)}
      onImplant={(implant) => moveCursorTo(workspace, implant)}
      onExpand={onExpand}
      about={joined?.captions.join(' ')}
    />
  );
}

/** A click on a surface: the implant tool sets an implant with its head there, any other tool the crosshair. */
function pointAt(workspace: Workspace, point: Vec3): void {
  const { state, annotations, series, volumeClient } = workspace;
  if (state.get().tool !== 'implant') return moveCursor(workspace, point);
  const head = asPoint(toPatient(volumeClient.placement, point));
  const { product, diameterMm, lengthMm, direction } = newImplantAt(workspace, head);
  const placed = newAnnotation({
    kind: 'implant',
    on: 'volume',
    series: series.series,
    frame: null,
    points: implantPoints(head, direction, lengthMm),
    sizeMm: diameterMm,
    ...(product && { product }),
  });
  annotations.put(placed);
  showAnnotation(workspace, placed);
}
