import type { Drag, PointerSample } from '../pane/gestures.ts';
import { newAnnotation, type Point, POINT_COUNT } from './annotation.ts';
import type { AnnotationLayer } from './annotation-layer.ts';
import type { AnnotationsStore } from './annotations-store.ts';

/** A point is added when the pointer has moved this far. */
const STEP_PX = 4;

interface Drawing {
  annotations: AnnotationsStore;
  layer: AnnotationLayer;
}

/** A region whose outline follows the pointer until it is released. */
export function startFreehand(pointer: PointerSample, { annotations, layer }: Drawing): Drag {
  const { on, series, frame } = layer;
  const points: Point[] = [layer.toPoint(pointer.position)];
  const draft = newAnnotation({ kind: 'freehand', on, series, frame, points });
  let last = pointer.px;
  annotations.set({ draft, selected: undefined });
  return {
    move: ({ px, position }) => {
      if (Math.hypot(px[0] - last[0], px[1] - last[1]) < STEP_PX) return;
      last = px;
      points.push(layer.toPoint(position));
      annotations.set({ draft: { ...draft, points: [...points] } });
    },
    end: (_pointer, aborted) => {
      const { min, max } = POINT_COUNT.freehand;
      annotations.set({ draft: undefined });
      if (aborted || points.length < min) return;
      annotations.put({ ...draft, points: thinned(points, max) });
      annotations.set({ selected: draft.markID });
    },
  };
}

/** Every n-th point, with the smallest n that leaves at most `max`. */
const thinned = (points: readonly Point[], max: number): Point[] => {
  const every = Math.ceil(points.length / max);
  return points.filter((_, at) => at % every === 0);
};
