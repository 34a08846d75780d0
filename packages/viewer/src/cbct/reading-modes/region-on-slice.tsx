import { useMemo } from 'react';
import { regionPath } from '../../geometry/region-outline.ts';
import { moved } from '../../geometry/rod.ts';
import type { Surface } from '../../geometry/surface.ts';
import type { Vec3 } from '../../geometry/vectors.ts';
import { type Projection, toScreen } from '../../geometry/viewport.ts';
import { useStore } from '../../state/store.ts';
import { shownAxes } from '../levelling/levelling.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { isAxial } from './pick-condyles.ts';
import { pointIn, useReading } from './reading.ts';
import classes from './reading-modes.module.css';

interface RegionOnSliceProps {
  workspace: Workspace;
  surface: Surface;
  projection: Projection;
}

/** The measured region on a slice; of an airway also its levels and its narrowest place. */
export function RegionOnSlice({ workspace, surface, projection }: RegionOnSliceProps) {
  const region = useStore(workspace.modes, (all) => all.region);
  const airway = useReading(workspace)?.airway;
  const frame = useStore(workspace.state, (all) => all.frame);
  const mask = region?.mask;
  const path = useMemo(
    () => mask && regionPath(mask, workspace.volumeClient.placement, surface),
    [mask, workspace, surface],
  );
  if (!region) return null;
  const levels: { point: Vec3; name: string }[] = [];
  if (region.kind === 'airway' && airway) {
    const up = shownAxes({ frame })[2];
    const at = pointIn(workspace, airway.at);
    levels.push({ point: moved(at, up, airway.upMm), name: classes.level! });
    levels.push({ point: moved(at, up, -airway.downMm), name: classes.level! });
    const result = region.result?.kind === 'airway' ? region.result : undefined;
    if (result?.narrowest) levels.push({ point: result.narrowest.centre, name: classes.narrowest! });
  }
  const isSection = isAxial(workspace, surface);
  return (
    <g data-region>
      {path && (
        <path d={path} className={classes.region} transform={`matrix(${projection.matrix.join(' ')})`} />
      )}
      {!isSection &&
        levels.map(({ point, name }, at) => {
          const y = toScreen(projection.matrix, surface.toPosition(point).position)[1];
          return <path key={at} className={name} d={`M0 ${y} H${projection.pane[0]}`} />;
        })}
    </g>
  );
}
