import type { Surface } from '../geometry/surface.ts';
import type { Vec3 } from '../geometry/vectors.ts';
import { panBy, type Viewport, zoomAbout } from '../geometry/viewport.ts';
import type { Annotation } from '../annotations/annotation.ts';
import { startDrawing, startEditing, moveLastPoint } from '../annotations/draw-annotation.ts';
import { hitTest, type AnnotationLayer } from '../annotations/annotation-layer.ts';
import type { Drag, PointerSample } from '../pane/gestures.ts';
import type { Projection } from '../pane/pane.tsx';
import { adjustWindow } from '../pane/display-window.ts';
import type { Workspace } from './workspace.ts';
import type { PaneName } from './state.ts';

interface PointerTarget {
  name: PaneName;
  surface: Surface;
  layer: AnnotationLayer;
  /** for what is measured along the sheet itself, where that is not flat */
  unrolledLayer?: AnnotationLayer;
  /** where the cross-hairs go when one points here */
  pick: (point: Vec3) => void;
  /** through the slices, by so many of them */
  scroll: (slices: number) => void;
}

/** A finger's width a few slices. */
const SLICE_PX = 6;

export const windowDrag = ({ state }: Workspace, { pane }: Projection): Drag => ({
  move: ({ byPx }) =>
    state.set(({ displayWindow }) => ({
      displayWindow: adjustWindow(displayWindow, byPx, Math.min(...pane)),
    })),
});

export const changeViewport = (
  { state }: Workspace,
  name: PaneName,
  change: (viewport: Viewport) => Viewport,
) => state.set(({ viewports }) => ({ viewports: { ...viewports, [name]: change(viewports[name]) } }));

/** What a press in a pane begins, by the tool in hand; a mark under the pointer comes first. */
export function startToolDrag(
  workspace: Workspace,
  pane: PointerTarget,
  pointer: PointerSample,
  button: 'left' | 'middle' | 'right',
  projection: Projection,
): Drag | undefined {
  const { state, annotations, finished } = workspace;
  const { layer, unrolledLayer } = pane;
  const layerFor = (kind: Annotation['kind']) =>
    kind === 'length' || kind === 'angle' ? (unrolledLayer ?? layer) : layer;
  if (button === 'right') return windowDrag(workspace, projection);
  const { draft, own, shown } = annotations.get();
  const drawing = (kind: Annotation['kind']) => ({ annotations, layer: layerFor(kind), finished });
  if (draft) return startDrawing(draft.kind, pointer, drawing(draft.kind));
  const hitOn = (sheet: AnnotationLayer | undefined) =>
    shown && sheet ? hitTest(own, sheet, projection.matrix, pointer.px, pointer.coarse) : undefined;
  const [hit, hitLayer] = [
    hitOn(unrolledLayer) ?? hitOn(layer),
    hitOn(unrolledLayer) ? unrolledLayer! : layer,
  ];
  const { tool } = state.get();
  const draws = tool in DRAWING_TOOLS;
  if (hit && (!draws || hit.point !== null))
    return startEditing(hit, pointer, { annotations, layer: hitLayer, finished });
  annotations.set({ selected: undefined });
  const { surface, pick, name } = pane;
  const fit = { pane: projection.pane, picture: surface.sizeMm };
  switch (tool) {
    case 'cross':
      pick(surface.toPoint(pointer.position));
      return { move: ({ position }) => pick(surface.toPoint(position)) };
    case 'scroll':
      return scrollDrag(pane.scroll);
    case 'window':
      return windowDrag(workspace, projection);
    case 'move':
      return {
        move: ({ byPx }) => changeViewport(workspace, name, (viewport) => panBy(viewport, fit, byPx)),
      };
    case 'zoom':
      return {
        move: ({ byPx }) =>
          changeViewport(workspace, name, (viewport) =>
            zoomAbout(viewport, fit, pointer.px, 1.01 ** -byPx[1]),
          ),
      };
    default:
      return startDrawing(tool, pointer, drawing(tool));
  }
}

const DRAWING_TOOLS = { length: 1, angle: 1, arrow: 1, note: 1, probe: 1, canal: 1, implant: 1 };

function scrollDrag(scroll: (slices: number) => void): Drag {
  let rest = 0;
  return {
    move: ({ byPx }) => {
      rest += byPx[1] / SLICE_PX;
      const slices = Math.trunc(rest);
      if (slices === 0) return;
      rest -= slices;
      scroll(slices);
    },
  };
}

/** Between clicks, the point that has not been set yet follows. */
export const handleHover = (
  { annotations }: Workspace,
  layers: readonly AnnotationLayer[],
  pointer: PointerSample | undefined,
) => {
  const layer = layers.find(({ on }) => on === annotations.get().draft?.on);
  if (pointer && layer) moveLastPoint(annotations, layer, pointer.position);
};
