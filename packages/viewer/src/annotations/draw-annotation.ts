import type { Vec2 } from '../geometry/vectors.ts';
import type { Drag, PointerSample } from '../pane/gestures.ts';
import {
  type Annotation,
  type AnnotationKind,
  CANAL_DIAMETER_MM,
  IMPLANT,
  isOpenEnded,
  newAnnotation,
  type Point,
  POINT_COUNT,
} from './annotation.ts';
import { isRegion } from './region.ts';
import { startFreehand } from './draw-freehand.ts';
import type { AnnotationLayer, Hit } from './annotation-layer.ts';
import type { AnnotationsStore } from './annotations-store.ts';

/** A shorter drag is a click; the next click then sets the next point. */
const CLICK_PX = 5;

interface Drawing {
  annotations: AnnotationsStore;
  layer: AnnotationLayer;
  /** Called when all points are set, so that the value at a probe can be measured. */
  onFinished: (annotation: Annotation) => void;
}

const DEFAULT_SIZE_MM: Partial<Record<AnnotationKind, number>> = {
  canal: CANAL_DIAMETER_MM,
  implant: IMPLANT.diameterMm,
  // until the user enters the real length
  calibration: 10,
};

/**
 * Begins an annotation, or sets the next point of the draft. The point follows the pointer until it is
 * released.
 */
export function startDrawing(kind: AnnotationKind, pointer: PointerSample, drawing: Drawing): Drag {
  if (kind === 'freehand') return startFreehand(pointer, drawing);
  const { annotations, layer } = drawing;
  const { draft } = annotations.get();
  const isFirst = draft?.kind !== kind || draft.on !== layer.on || draft.frame !== layer.frame;
  if (isFirst) {
    const { on, series, frame } = layer;
    const point = layer.toPoint(pointer.position);
    const points = POINT_COUNT[kind].max === 1 ? [point] : [point, point];
    annotations.set({
      draft: newAnnotation({ kind, on, series, frame, points, sizeMm: DEFAULT_SIZE_MM[kind] ?? null }),
      selected: undefined,
    });
  } else moveLastPoint(annotations, layer, pointer.position);
  return {
    move: ({ position }) => moveLastPoint(annotations, layer, position),
    end: ({ position, travelPx }, aborted) => {
      if (aborted && isFirst) return annotations.set({ draft: undefined });
      moveLastPoint(annotations, layer, position);
      setPoint(kind, isFirst && travelPx < CLICK_PX, position, drawing);
    },
  };
}

/** Finishes the draft when it has all its points, else adds a point that follows the pointer. */
function setPoint(kind: AnnotationKind, isClick: boolean, position: Vec2, drawing: Drawing): void {
  const { annotations, layer } = drawing;
  const { draft } = annotations.get();
  if (!draft) return;
  const { max } = POINT_COUNT[kind];
  if (isClick && kind === 'implant') return finish(withDefaultLength(draft, layer, position), drawing);
  if (isClick && max > 1) return;
  if (draft.points.length >= max) return finish(draft, drawing);
  annotations.set({ draft: { ...draft, points: [...draft.points, layer.toPoint(position)] } });
}

/** A click places an upright implant of the default length. */
const withDefaultLength = (draft: Annotation, layer: AnnotationLayer, position: Vec2): Annotation => ({
  ...draft,
  points: [layer.toPoint(position), layer.toPoint([position[0], position[1] + IMPLANT.lengthMm])],
});

/** Moves the point of the draft that is not set yet. */
export function moveLastPoint(annotations: AnnotationsStore, layer: AnnotationLayer, position: Vec2): void {
  const { draft } = annotations.get();
  if (!draft || draft.on !== layer.on) return;
  const points = [...draft.points];
  points[points.length - 1] = layer.toPoint(position);
  annotations.set({ draft: { ...draft, points } });
}

function finish(annotation: Annotation, { annotations, onFinished }: Drawing): void {
  annotations.set({ draft: undefined, selected: annotation.markID });
  annotations.put(annotation);
  onFinished(annotation);
}

/**
 * Finishes a canal, which has no fixed number of points; drops the last point, which still follows the
 * pointer.
 */
export function finishDraft(annotations: AnnotationsStore): void {
  const { draft } = annotations.get();
  if (!draft) return;
  const points = draft.points.slice(0, -1);
  annotations.set({ draft: undefined });
  if (!isOpenEnded(draft.kind) || points.length < POINT_COUNT[draft.kind].min) return;
  annotations.put({ ...draft, points });
  annotations.set({ selected: draft.markID });
}

/** Selects the annotation that was hit, and drags the point that was hit or the whole annotation. */
export function startEditing(
  { annotation, point }: Hit,
  pointer: PointerSample,
  { annotations, layer, onFinished }: Drawing,
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
        if (point !== null) return at === point ? movedTo(one, layer, position) : one;
        const { position: before } = layer.toPosition(one);
        return movedTo(one, layer, [before[0] + dx, before[1] + dy]);
      });
      // the values inside a region are measured again
      current = { ...current, points, ...(isRegion(current.kind) && { text: '' }) };
      annotations.put(current, false);
    },
    end: () => {
      if (moved && current.kind === 'probe') onFinished(current);
    },
  };
}

/** Keeps the point's distance from the surface. */
function movedTo(point: Point, layer: AnnotationLayer, to: Vec2): Point {
  const { position } = layer.toPosition(point);
  const [from, target] = [layer.toPoint(position), layer.toPoint(to)];
  return [point[0] + target[0] - from[0], point[1] + target[1] - from[1], point[2] + target[2] - from[2]];
}
