import type { Vec2 } from '../geometry/vectors.ts';
import { panBy, zoomAbout } from '../geometry/viewport.ts';
import type { AnnotationsStore } from '../annotations/annotations-store.ts';
import { hitAt, type Paper } from '../annotations/annotation-layer.ts';
import { drawPress, hitPress } from '../annotations/draw-annotation.ts';
import type { Drag, Touch } from '../pane/gestures.ts';
import type { Projection } from '../pane/pane.tsx';
import { dragTone } from '../pane/display-window.ts';
import type { Store } from '../store.ts';
import type { PictureState } from './state.ts';

interface Pressed {
  state: Store<PictureState>;
  marks: AnnotationsStore;
  paper: Paper;
  size: Vec2;
}

const nothing = () => undefined;

/** What a press on an X-ray begins, by the tool in hand; a mark under the pointer comes first. */
export function pressOn(
  { state, marks, paper, size }: Pressed,
  touch: Touch,
  button: 'left' | 'middle' | 'right',
  { matrix, pane }: Projection,
): Drag | undefined {
  const toneDrag: Drag = {
    move: ({ byPx }) => state.set(({ tone }) => ({ tone: dragTone(tone, byPx, Math.min(...pane)) })),
  };
  if (button === 'right') return toneDrag;
  const drawing = { marks, paper, finished: nothing };
  const { draft, own, shown } = marks.get();
  if (draft) return drawPress(draft.kind, touch, drawing);
  const { tool } = state.get();
  const hit = shown ? hitAt(own, paper, matrix, touch.px, touch.coarse) : undefined;
  const draws = tool !== 'tone' && tool !== 'move' && tool !== 'zoom';
  if (hit && (!draws || hit.point !== null)) return hitPress(hit, touch, drawing);
  marks.set({ selected: undefined });
  const fit = { pane, picture: size };
  switch (tool) {
    case 'tone':
      return toneDrag;
    case 'move':
      return { move: ({ byPx }) => state.set(({ view }) => ({ view: panBy(view, fit, byPx) })) };
    case 'zoom':
      return {
        move: ({ byPx }) =>
          state.set(({ view }) => ({ view: zoomAbout(view, fit, touch.px, 1.01 ** -byPx[1]) })),
      };
    default:
      return drawPress(tool, touch, drawing);
  }
}
