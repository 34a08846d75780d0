import type { Vec2 } from '../geometry/vectors.ts';
import type { Drag, PointerSample } from '../pane/gestures.ts';
import {
  CANAL_MM,
  IMPLANT,
  type Annotation,
  type AnnotationKind,
  newAnnotation,
  POINTS_OF,
} from './annotation.ts';
import type { AnnotationsStore } from './annotations-store.ts';
import type { Hit, AnnotationLayer } from './annotation-layer.ts';

/** Less than this is a click, whose second point follows by another click. */
const CLICK_PX = 5;

interface Drawing {
  annotations: AnnotationsStore;
  layer: AnnotationLayer;
  /** asks for words or a length, or measures, once the points stand */
  finished: (annotation: Annotation) => void;
}

const SIZES: Partial<Record<AnnotationKind, number>> = {
  canal: CANAL_MM,
  implant: IMPLANT.diameterMm,
  // until the real length is told
  calibration: 10,
};

/** One press of the pencil: begins a mark, or sets the next point of the one begun. */
export function startDrawing(kind: AnnotationKind, pointer: PointerSample, drawing: Drawing): Drag {
  const { annotations, layer } = drawing;
  const { draft } = annotations.get();
  const point = layer.toPoint(pointer.position);
  const isFirst = draft?.kind !== kind || draft.on !== layer.on || draft.frame !== layer.frame;
  if (isFirst) {
    const { on, series, frame } = layer;
    const points = POINTS_OF[kind].most === 1 ? [point] : [point, point];
    annotations.set({
      draft: newAnnotation({ kind, on, series, frame, points, sizeMm: SIZES[kind] ?? null }),
      selected: undefined,
    });
  } else moveLastPoint(annotations, layer, pointer.position);
  return {
    move: ({ position }) => moveLastPoint(annotations, layer, position),
    end: ({ position, travelPx }, aborted) => {
      if (aborted && isFirst) return annotations.set({ draft: undefined });
      moveLastPoint(annotations, layer, position);
      completeStroke(kind, isFirst && travelPx < CLICK_PX, position, drawing);
    },
  };
}

function completeStroke(kind: AnnotationKind, isClick: boolean, position: Vec2, drawing: Drawing): void {
  const { annotations, layer } = drawing;
  const { draft } = annotations.get();
  if (!draft) return;
  const { most } = POINTS_OF[kind];
  if (isClick && kind === 'implant') return finish(upright(draft, layer, position), drawing);
  if (isClick && most > 1) return;
  if (draft.points.length >= most) return finish(draft, drawing);
  annotations.set({ draft: { ...draft, points: [...draft.points, layer.toPoint(position)] } });
}

/** Put down by a click, an implant of the usual length stands upright. */
const upright = (draft: Annotation, layer: AnnotationLayer, position: Vec2): Annotation => ({
  ...draft,
  points: [layer.toPoint(position), layer.toPoint([position[0], position[1] + IMPLANT.lengthMm])],
});

/** The point that has not been set yet follows the pointer. */
export function moveLastPoint(annotations: AnnotationsStore, layer: AnnotationLayer, position: Vec2): void {
  const { draft } = annotations.get();
  if (!draft || draft.on !== layer.on) return;
  const points = [...draft.points];
  points[points.length - 1] = layer.toPoint(position);
  annotations.set({ draft: { ...draft, points } });
}

function finish(annotation: Annotation, { annotations, finished }: Drawing): void {
  annotations.set({ draft: undefined, selected: annotation.markID });
  annotations.put(annotation);
  finished(annotation);
}

/** A line of many points ends when one says so; its last point still followed the pointer. */
export function finishDraft(annotations: AnnotationsStore): void {
  const { draft } = annotations.get();
  if (!draft) return;
  const points = draft.points.slice(0, -1);
  annotations.set({ draft: undefined });
  if (draft.kind !== 'canal' || points.length < POINTS_OF.canal.fewest) return;
  annotations.put({ ...draft, points });
  annotations.set({ selected: draft.markID });
}

/** Drags one point of a mark, or all of it. */
export function startEditing(
  { annotation, point }: Hit,
  pointer: PointerSample,
  { annotations, layer, finished }: Drawing,
): Drag {
  annotations.set({ selected: annotation.markID });
  let last = pointer.position;
  let moved = false;
  let current = annotation;
  return {
    move: ({ position, travelPx }) => {
      if (!moved && travelPx < CLICK_PX) return;
      if (!moved) annotations.remember();
      moved = true;
      const [dx, dy] = [position[0] - last[0], position[1] - last[1]];
      last = position;
      const points = current.points.map((one, at) => {
        if (point !== null && at !== point) return one;
        const was = layer.toPosition(one).position;
        return point === null
          ? shifted(one, layer, [was[0] + dx, was[1] + dy])
          : shifted(one, layer, position);
      });
      current = { ...current, points };
      annotations.put(current, false);
    },
    end: () => {
      if (moved && current.kind === 'probe') finished(current);
    },
  };
}

/** What lies beside the paper stays as far beside it. */
function shifted(
  point: Annotation['points'][number],
  layer: AnnotationLayer,
  to: Vec2,
): Annotation['points'][number] {
  const { position } = layer.toPosition(point);
  const [from, target] = [layer.toPoint(position), layer.toPoint(to)];
  return [point[0] + target[0] - from[0], point[1] + target[1] - from[1], point[2] + target[2] - from[2]];
}
