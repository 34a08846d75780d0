import type { Surface } from '../../geometry/surface.ts';
import type { Projection } from '../../geometry/viewport.ts';
import type { Drag, PointerSample } from '../../pane/gestures.ts';
import { useStore } from '../../state/store.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { CondylesOnSlice } from './condyles-on-slice.tsx';
import { startLineDrag } from './draw-line.ts';
import { LineOnSlice } from './line-on-slice.tsx';
import { startCondyleDrag } from './pick-condyles.ts';
import { startPickingPoint } from './pick-region.ts';
import { RegionOnSlice } from './region-on-slice.tsx';

/* What the reading modes do on the orthogonal slices. */

interface ModeOnSliceProps {
  workspace: Workspace;
  surface: Surface;
  projection: Projection;
}

export function ModeOnSlice(props: ModeOnSliceProps) {
  const layout = useStore(props.workspace.state, (all) => all.layout);
  return (
    <>
      <RegionOnSlice {...props} />
      {layout === 'reslice' && <LineOnSlice {...props} />}
      {layout === 'joints' && <CondylesOnSlice {...props} />}
    </>
  );
}

/** A press with the crosshair tool that belongs to the open mode; undefined leaves it to the tool. */
export function startModeDrag(
  workspace: Workspace,
  surface: Surface,
  pointer: PointerSample,
  projection: Projection,
): Drag | undefined {
  const { tool, layout } = workspace.state.get();
  if (tool !== 'crosshair' || workspace.annotations.get().draft) return undefined;
  if (workspace.modes.get().region?.isPicking) return startPickingPoint(workspace, surface);
  if (layout === 'reslice') return startLineDrag(workspace, surface, pointer, projection);
  if (layout === 'joints') return startCondyleDrag(workspace, surface, pointer, projection);
  return undefined;
}
