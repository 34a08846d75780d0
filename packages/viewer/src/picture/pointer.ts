import type { Vec2 } from '../geometry/vectors.ts';
import { panBy, zoomAbout } from '../geometry/viewport.ts';
import type { AnnotationsStore } from '../annotations/annotations-store.ts';
import { hitTest, type AnnotationLayer } from '../annotations/annotation-layer.ts';
import { startDrawing, startEditing } from '../annotations/draw-annotation.ts';
import type { Drag, PointerSample } from '../pane/gestures.ts';
import type { Projection } from '../pane/pane.tsx';
import { adjustWindow } from '../pane/display-window.ts';
import type { Store } from '../store.ts';
import type { PictureState } from './state.ts';

interface PointerTarget {
  state: Store<PictureState>;
  annotations: AnnotationsStore;
  layer: AnnotationLayer;
  size: Vec2;
}

const nothing = () => undefined;

/** What a press on an X-ray begins, by the tool in hand; a mark under the pointer comes first. */
export function startToolDrag(
  { state, annotations, layer, size }: PointerTarget,
  pointer: PointerSample,
  button: 'left' | 'middle' | 'right',
  { matrix, pane }: Projection,
): Drag | undefined {
  const windowDrag: Drag = {
    move: ({ byPx }) =>
      state.set(({ displayWindow }) => ({
        displayWindow: adjustWindow(displayWindow, byPx, Math.min(...pane)),
      })),
  };
  if (button === 'right') return windowDrag;
  const drawing = { annotations, layer, finished: nothing };
  const { draft, own, shown } = annotations.get();
  if (draft) return startDrawing(draft.kind, pointer, drawing);
  const { tool } = state.get();
  const hit = shown ? hitTest(own, layer, matrix, pointer.px, pointer.coarse) : undefined;
  const draws = tool !== 'window' && tool !== 'move' && tool !== 'zoom';
  if (hit && (!draws || hit.point !== null)) return startEditing(hit, pointer, drawing);
  annotations.set({ selected: undefined });
  const fit = { pane, picture: size };
  switch (tool) {
    case 'window':
      return windowDrag;
    case 'move':
      return { move: ({ byPx }) => state.set(({ viewport }) => ({ viewport: panBy(viewport, fit, byPx) })) };
    case 'zoom':
      return {
        move: ({ byPx }) =>
          state.set(({ viewport }) => ({ viewport: zoomAbout(viewport, fit, pointer.px, 1.01 ** -byPx[1]) })),
      };
    default:
      return startDrawing(tool, pointer, drawing);
  }
}
