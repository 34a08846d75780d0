import type { Annotation } from '../../annotations/annotation.ts';
import { type AnnotationLayer, hitTest } from '../../annotations/annotation-layer.ts';
import type { AnnotationsStore } from '../../annotations/annotations-store.ts';
import { startDrawing, startEditing } from '../../annotations/draw-annotation.ts';
import type { Vec2 } from '../../geometry/vectors.ts';
import { panBy, type Projection, zoomAbout } from '../../geometry/viewport.ts';
import { adjustWindow } from '../../pane/display-window.ts';
import { type Drag, type PointerButton, type PointerSample, scrollDrag } from '../../pane/gestures.ts';
import type { Store } from '../../state/store.ts';
import type { PictureState, PictureTool } from './state.ts';

interface PointerTarget {
  state: Store<PictureState>;
  annotations: AnnotationsStore;
  layer: AnnotationLayer;
  /** of the picture, in pixels */
  size: Vec2;
  scroll: (frames: number) => void;
  /** Called when all points of an annotation are set: measures the values at a probe. */
  onFinished: (annotation: Annotation) => void;
}

const OTHER_TOOLS = ['scroll', 'window', 'move', 'zoom', 'cephalometry'] as const;

export const isDrawingTool = (
  tool: PictureTool,
): tool is Exclude<PictureTool, (typeof OTHER_TOOLS)[number]> => !OTHER_TOOLS.some((other) => other === tool);

/**
 * Starts the action of a pressed pointer: continues the draft if there is one, otherwise edits the annotation
 * under the pointer, otherwise applies the selected tool. The right button changes the window.
 */
export function startToolDrag(
  { state, annotations, layer, size, scroll, onFinished }: PointerTarget,
  pointer: PointerSample,
  button: PointerButton,
  { matrix, pane }: Projection,
): Drag | undefined {
  const windowDrag: Drag = {
    move: ({ byPx }) =>
      state.set(({ displayWindow }) => ({
        displayWindow: adjustWindow(displayWindow, byPx, Math.min(...pane)),
      })),
  };
  if (button === 'right') return windowDrag;
  const drawing = { annotations, layer, onFinished };
  const { draft, own, shown, version } = annotations.get();
  if (draft) return startDrawing(draft.kind, pointer, drawing);
  const { tool } = state.get();
  const hit = shown && !version ? hitTest(own, layer, matrix, pointer.px, pointer.coarse) : undefined;
  if (hit && (!isDrawingTool(tool) || hit.point !== null)) return startEditing(hit, pointer, drawing);
  annotations.set({ selected: undefined, dropped: undefined });
  const fit = { pane, picture: size };
  switch (tool) {
    case 'scroll':
      return scrollDrag(scroll);
    case 'window':
      return windowDrag;
    case 'move':
      return {
        move: ({ byPx }) => state.set(({ viewport }) => ({ viewport: panBy(viewport, fit, byPx) })),
      };
    case 'zoom':
      return {
        move: ({ byPx }) =>
          state.set(({ viewport }) => ({
            viewport: zoomAbout(viewport, fit, pointer.px, 1.01 ** -byPx[1]),
          })),
      };
    case 'cephalometry':
      return undefined;
    default:
      return startDrawing(tool, pointer, drawing);
  }
}
