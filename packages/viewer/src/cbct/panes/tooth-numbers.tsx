import { useMemo } from 'react';
import type { Surface } from '../../geometry/surface.ts';
import type { Vec2 } from '../../geometry/vectors.ts';
import { type Projection, toScreen } from '../../geometry/viewport.ts';
import type { Drag, PointerSample } from '../../pane/gestures.ts';
import { shownParts, type ToothPlace, toothPlaces } from '../../scene/structures.ts';
import { useStore } from '../../state/store.ts';
import { fromPatient } from '../../volume/voxels/placement.ts';
import classes from '../workspace/cbct.module.css';
import { moveCursor } from '../workspace/commands.ts';
import type { Workspace } from '../workspace/workspace.ts';

const RADIUS_PX = 12;
const REACH_PX = { fine: 13, coarse: 22 };

/** Where the segmentation's teeth are; empty until the 3D view has loaded it. */
export function useToothPlaces({ segmentation }: Workspace): readonly ToothPlace[] {
  const parts = useStore(segmentation, (all) => all.parts);
  const state = useStore(segmentation, (all) => all.segmentation);
  return useMemo(() => toothPlaces(shownParts(parts, state)), [parts, state]);
}

const placeOnScreen = (
  { volumeClient }: Workspace,
  surface: Surface,
  { matrix }: Pick<Projection, 'matrix'>,
  { centre }: ToothPlace,
): Vec2 => toScreen(matrix, surface.toPosition(fromPatient(volumeClient.placement, centre)).position);

/** A click on the number of a tooth chooses it, in the chart and in the 3D view too. */
export function pickTooth(
  workspace: Workspace,
  surface: Surface,
  teeth: readonly ToothPlace[],
  { px, coarse }: PointerSample,
  projection: Projection,
): Drag | undefined {
  if (workspace.state.get().tool !== 'crosshair') return undefined;
  const reach = REACH_PX[coarse ? 'coarse' : 'fine'];
  const tooth = teeth.find((one) => {
    const [x, y] = placeOnScreen(workspace, surface, projection, one);
    return Math.hypot(x - px[0], y - px[1]) <= reach;
  });
  if (!tooth) return undefined;
  return {
    end: (_pointer, aborted) => {
      if (aborted) return;
      const { segmentation, volumeClient } = workspace;
      segmentation.select(tooth.label);
      moveCursor(workspace, fromPatient(volumeClient.placement, tooth.centre));
    },
  };
}

interface ToothNumbersProps {
  workspace: Workspace;
  surface: Surface;
  teeth: readonly ToothPlace[];
  projection: Projection;
}

/** The numbers of the teeth on the panorama. */
export function ToothNumbers({ workspace, surface, teeth, projection }: ToothNumbersProps) {
  const selected = useStore(workspace.segmentation, (all) => all.selected);
  return (
    <g className={classes.toothNumbers}>
      {teeth.map((one) => {
        const [x, y] = placeOnScreen(workspace, surface, projection, one);
        return (
          <g key={one.label} data-tooth={one.tooth} data-selected={one.label === selected || undefined}>
            <circle cx={x} cy={y} r={RADIUS_PX} />
            <text x={x} y={y}>
              {one.tooth}
            </text>
          </g>
        );
      })}
    </g>
  );
}
