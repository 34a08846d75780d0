import type { Annotation, Point } from '../../annotations/annotation.ts';
import { type AnnotationLayer, hitTest } from '../../annotations/annotation-layer.ts';
import { moveLastPoint, startDrawing, startEditing } from '../../annotations/draw-annotation.ts';
import type { Surface } from '../../geometry/surface.ts';
import { panBy, type Projection, zoomAbout } from '../../geometry/viewport.ts';
import { adjustWindow } from '../../pane/display-window.ts';
import { type Drag, type PointerButton, type PointerSample, scrollDrag } from '../../pane/gestures.ts';
import { changeViewport, moveCursor, moveCursorTo } from './commands.ts';
import { newImplantAt } from './implants.ts';
import type { DrawingTool, Tool, ViewportName } from './state.ts';
import type { Workspace } from './workspace.ts';

/** The pane under the pointer. */
export interface PointerTarget {
  name: ViewportName;
  surface: Surface;
  layer: AnnotationLayer;
  /** of the panorama: where lengths and angles are drawn */
  unrolledLayer?: AnnotationLayer | undefined;
  scroll: (slices: number) => void;
  /** a drag of one finger that scrolls in another way */
  startTouchScroll?: (() => Drag) | undefined;
}

const windowDrag = ({ state }: Workspace, { pane }: Projection): Drag => ({
  move: ({ byPx }) =>
    state.set(({ displayWindow }) => ({
      displayWindow: adjustWindow(displayWindow, byPx, Math.min(...pane)),
    })),
});

/**
 * Starts the action of a pressed pointer: continues the draft if there is one, otherwise edits the annotation
 * under the pointer, otherwise applies the selected tool. The right button changes the window.
 */
export function startToolDrag(
  workspace: Workspace,
  target: PointerTarget,
  pointer: PointerSample,
  button: PointerButton,
  projection: Projection,
): Drag | undefined {
  const { state, annotations } = workspace;
  if (button === 'right') return windowDrag(workspace, projection);
  const { draft } = annotations.get();
  if (draft) return startDrawing(draft.kind, pointer, drawingOn(workspace, target, draft.kind));
  const { tool } = state.get();
  const hit = hitIn(workspace, target, pointer, projection);
  if (hit && (!isDrawingTool(tool) || hit.point !== null))
    return startEditing(hit, pointer, { ...drawingOn(workspace, target, tool), layer: hit.layer });
  annotations.set({ selected: undefined, dropped: undefined });
  return isDrawingTool(tool)
    ? startDrawing(tool, pointer, drawingOn(workspace, target, tool))
    : startNavigation(workspace, target, tool, pointer, projection);
}

const DRAWING_TOOLS: Record<DrawingTool, true> = {
  length: true,
  angle: true,
  arrow: true,
  note: true,
  probe: true,
  canal: true,
  implant: true,
  polygon: true,
  freehand: true,
};
export const isDrawingTool = (tool: Tool): tool is DrawingTool => tool in DRAWING_TOOLS;

/** The panes that show another slice when the crosshair leaves theirs. */
const FOLLOWING: ReadonlySet<ViewportName> = new Set(['axial', 'coronal', 'sagittal', 'crossSections']);

const drawingOn = (
  workspace: Workspace,
  { name, surface, layer, unrolledLayer }: PointerTarget,
  kind: Annotation['kind'] | Tool,
) => ({
  annotations: workspace.annotations,
  layer: kind === 'length' || kind === 'angle' ? (unrolledLayer ?? layer) : layer,
  onFinished: workspace.onAnnotationFinished,
  onImplant: (implant: Annotation) =>
    moveCursorTo(workspace, implant, FOLLOWING.has(name) ? surface : undefined),
  newImplant: (head: Point) => newImplantAt(workspace, head),
});

function hitIn(
  { annotations }: Workspace,
  { layer, unrolledLayer }: PointerTarget,
  { px, coarse }: PointerSample,
  { matrix }: Projection,
) {
  const { own, shown, version } = annotations.get();
  if (!shown || version) return undefined;
  for (const each of unrolledLayer ? [unrolledLayer, layer] : [layer]) {
    const hit = hitTest(own, each, matrix, px, coarse);
    if (hit) return { ...hit, layer: each };
  }
  return undefined;
}

function startNavigation(
  workspace: Workspace,
  { name, surface, scroll, startTouchScroll }: PointerTarget,
  tool: Exclude<Tool, DrawingTool>,
  pointer: PointerSample,
  projection: Projection,
): Drag {
  const fit = { pane: projection.pane, picture: surface.sizeMm };
  switch (tool) {
    case 'crosshair':
      moveCursor(workspace, surface.toPoint(pointer.position));
      return { move: ({ position }) => moveCursor(workspace, surface.toPoint(position)) };
    case 'scroll':
      return (pointer.coarse ? startTouchScroll?.() : undefined) ?? scrollDrag(scroll);
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
  }
}

/** Between clicks the draft's last point follows the pointer. */
export const handleHover = (
  { annotations }: Workspace,
  layers: readonly AnnotationLayer[],
  pointer: PointerSample | undefined,
) => {
  const layer = layers.find(({ on }) => on === annotations.get().draft?.on);
  if (pointer && layer) moveLastPoint(annotations, layer, pointer.position);
};
