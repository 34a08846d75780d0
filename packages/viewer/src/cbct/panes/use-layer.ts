import { useMemo } from 'react';
import type { AnnotationLayer } from '../../annotations/annotation-layer.ts';
import { layerCut, layerSurface } from '../../geometry/frame.ts';
import { sliceSurface, type Surface } from '../../geometry/surface.ts';
import type { PaneImage } from '../../pane/pane-image.ts';
import { useFields, useStore } from '../../state/store.ts';
import { volumeAnnotationLayer } from './annotation-layers.ts';
import { AXIS_OF, layersOf, type Plane } from '../workspace/layers.ts';
import { useCut } from './use-cut.ts';
import { usePoster } from './use-poster.ts';
import type { Workspace } from '../workspace/workspace.ts';

interface Layer {
  surface: Surface;
  image: PaneImage | undefined;
  layer: AnnotationLayer;
}

/** One layer of a plane, with the slab about it. `pane`: the pane that requests it. */
export function useLayer(workspace: Workspace, plane: Plane, index: number, pane: string): Layer {
  const { volumeClient, state } = workspace;
  const sleeveMm = useStore(workspace.annotations, (all) => all.plan.sleeveMm);
  const axis = AXIS_OF[plane];
  const { slabMm, blend, frame } = useFields(state, 'slabMm', 'blend', 'frame');
  const { step } = layersOf(volumeClient.placement, frame, axis);
  const slices = Math.max(1, Math.round(slabMm / step));
  const surface = useMemo(
    () =>
      frame ? layerSurface(frame, axis, index) : sliceSurface(volumeClient.placement, axis, index * step),
    [volumeClient, frame, axis, index, step],
  );
  const cut = useMemo(
    () => (frame ? layerCut(frame, axis, index, slices, blend) : { axis, index, slices, blend }),
    [frame, axis, index, slices, blend],
  );
  const poster = usePoster(workspace, axis, index, surface.sizeMm);
  const image = useCut(volumeClient, pane, frame ? 'sheet' : 'slice', cut, surface.sizeMm, poster);
  const layer = useMemo(() => {
    // from the first to the last of the combined slices
    const slab = [-Math.floor((slices - 1) / 2) * step, Math.floor(slices / 2) * step] as const;
    return volumeAnnotationLayer(workspace, surface, Math.max(step * 0.75, slabMm / 2), slab, sleeveMm);
  }, [workspace, surface, slices, step, slabMm, sleeveMm]);
  return { surface, image, layer };
}
