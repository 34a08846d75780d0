import type { Vec2 } from '../geometry/vectors.ts';
import type { Drag, PointerSample } from '../pane/gestures.ts';
import {
  type Annotation,
  type AnnotationKind,
  asPoint,
  CANAL_DIAMETER_MM,
  newAnnotation,
  type Point,
  POINT_COUNT,
} from './annotation.ts';
import { isRegion } from './region.ts';
import { leaveDraft, putFinished, setDraft } from './draft.ts';
import { startFreehand } from './draw-freehand.ts';
import type { AnnotationLayer, Hit } from './annotation-layer.ts';
import type { AnnotationsStore } from './annotations-store.ts';
import { checked, handlesOf, setPointsOf, withSetPoint } from './canal.ts';
import { implantPoints, type NewImplant, turnedAboutApex, turnedAboutHead } from './implant.ts';

/** A shorter drag is a click; the next click then sets the next point. */
const CLICK_PX = 5;

interface Drawing {
  annotations: AnnotationsStore;
  layer: AnnotationLayer;
  /** Called when all points are set, so that the value at a probe can be measured. */
  onFinished: (annotation: Annotation) => void;
  /** Called when an implant is grasped, and for each of its positions while it is placed or dragged. */
  onImplant?: (implant: Annotation) => void;
  /** the implant that the tool places with its head at a point; absent where there is no implant tool */
  newImplant?: (head: Point) => NewImplant;
}

const DEFAULT_SIZE_MM: Partial<Record<AnnotationKind, number>> = {
  canal: CANAL_DIAMETER_MM,
  // until the user enters the real length
  calibration: 10,
};

/**
 * Begins an annotation, or sets the next point of the draft. The point follows the pointer until it is
 * released.
 */
export function startDrawing(kind: AnnotationKind, pointer: PointerSample, drawing: Drawing): Drag {
  if (kind === 'freehand') return startFreehand(pointer, drawing);
  const { annotations, layer, newImplant } = drawing;
  const { draft } = annotations.get();
  if (kind === 'implant' && newImplant) {
    const head = layer.toPoint(pointer.position);
    return startPlacing(head, newImplant(head), drawing);
  }
  const isFirst = draft?.kind !== kind || !isDrawnOn(draft, layer);
  if (isFirst) {
    leaveDraft(annotations, drawing.onFinished);
    const { on, series, frame } = layer;
    const point = layer.toPoint(pointer.position);
    const points = POINT_COUNT[kind].max === 1 ? [point] : [point, point];
    annotations.set({
      draft: newAnnotation({ kind, on, series, frame, points, sizeMm: DEFAULT_SIZE_MM[kind] ?? null }),
      dropped: undefined,
      selected: undefined,
    });
  } else moveLastPoint(annotations, layer, pointer.position);
  return {
    move: ({ position }) => moveLastPoint(annotations, layer, position),
    end: ({ position, travelPx }, aborted) => {
      const before = isFirst ? undefined : draft;
      // aborted by a second finger, which zooms
      if (aborted) return annotations.set({ draft: before });
      moveLastPoint(annotations, layer, position);
      setPoint(kind, isFirst && travelPx < CLICK_PX, position, before, drawing);
    },
  };
}

const isDrawnOn = (draft: Annotation, { on, series, frame }: AnnotationLayer): boolean =>
  draft.on === on && draft.series === series && draft.frame === frame;

/** Finishes the draft if it has all its points; otherwise adds a point that follows the pointer. */
function setPoint(
  kind: AnnotationKind,
  isClick: boolean,
  position: Vec2,
  before: Annotation | undefined,
  { annotations, layer, onFinished }: Drawing,
): void {
  const { draft } = annotations.get();
  if (!draft) return;
  const { max } = POINT_COUNT[kind];
  if (isClick && max > 1) return setDraft(annotations, before, draft);
  if (draft.points.length >= max) return putFinished(annotations, draft, onFinished);
  setDraft(annotations, before, { ...draft, points: [...draft.points, layer.toPoint(position)] });
}

/** A press sets the head; a drag from there aims the apex. The length is that of the chosen size. */
function startPlacing(head: Point, implant: NewImplant, drawing: Drawing): Drag {
  const { annotations, layer } = drawing;
  const { on, series, frame } = layer;
  const { diameterMm, lengthMm, product, direction } = implant;
  const points = implantPoints(head, direction, lengthMm);
  const placed = newAnnotation({ kind: 'implant', on, series, frame, points, sizeMm: diameterMm });
  const show = (draft: Annotation) => {
    annotations.set({ draft, selected: undefined });
    drawing.onImplant?.(draft);
  };
  show(product ? { ...placed, product } : placed);
  return {
    move: ({ position, travelPx }) => {
      const { draft } = annotations.get();
      if (!draft || travelPx < CLICK_PX) return;
      show({ ...draft, points: turnedAboutHead(draft.points, layer.toPoint(position)) });
    },
    end: (_pointer, aborted) => {
      const { draft } = annotations.get();
      if (aborted) annotations.set({ draft: undefined });
      else if (draft) putFinished(annotations, draft, drawing.onFinished);
    },
  };
}

/** Moves the point of the draft that is not set yet. */
export function moveLastPoint(annotations: AnnotationsStore, layer: AnnotationLayer, position: Vec2): void {
  const { draft } = annotations.get();
  if (!draft || draft.on !== layer.on) return;
  const points = [...draft.points];
  points[points.length - 1] = layer.toPoint(position);
  annotations.set({ draft: { ...draft, points } });
}

/** Selects the annotation that was hit, and drags the point that was hit or the whole annotation. */
export function startEditing(
  { annotation, point }: Hit,
  pointer: PointerSample,
  { annotations, layer, onFinished, onImplant }: Drawing,
): Drag {
  const follow = (moved: Annotation) => moved.kind === 'implant' && onImplant?.(moved);
  annotations.set({ selected: annotation.markID });
  follow(annotation);
  let last = pointer.position;
  let moved = false;
  let current = annotation;
  return {
    move: ({ position, travelPx }) => {
      if (!moved && travelPx < CLICK_PX) return;
      if (!moved) annotations.remember();
      moved = true;
      const dx = position[0] - last[0];
      const dy = position[1] - last[1];
      last = position;
      current = checked(edited(current, point, layer, position, [dx, dy]));
      // the values inside a region are measured again
      if (isRegion(current.kind)) current = { ...current, text: '' };
      annotations.put(current, false);
      follow(current);
    },
    end: () => {
      const isTraced = point !== null && setPointsOf(current) !== undefined;
      if (moved && (current.kind === 'probe' || isTraced)) onFinished(current);
    },
  };
}

/** The annotation after one of its handles was dragged to a position, or the whole annotation by a distance. */
function edited(
  annotation: Annotation,
  dragged: number | null,
  layer: AnnotationLayer,
  position: Vec2,
  [dx, dy]: Vec2,
): Annotation {
  const { kind, points, setPoints } = annotation;
  if (dragged === null) {
    const shifted = (one: Point) => {
      const { position: before } = layer.toPosition(one);
      return movedTo(one, layer, [before[0] + dx, before[1] + dy]);
    };
    const all = { ...annotation, points: points.map(shifted) };
    return setPoints ? { ...all, setPoints: setPoints.map(shifted) } : all;
  }
  const to = movedTo(handlesOf(annotation)[dragged]!, layer, position);
  if (kind === 'canal') return withSetPoint(annotation, dragged, asPoint(to));
  if (kind !== 'implant' || points.length !== 2) return { ...annotation, points: points.with(dragged, to) };
  return { ...annotation, points: dragged === 0 ? turnedAboutApex(points, to) : turnedAboutHead(points, to) };
}

/** Keeps the point's distance from the surface. */
function movedTo(point: Point, layer: AnnotationLayer, to: Vec2): Point {
  const { position } = layer.toPosition(point);
  const from = layer.toPoint(position);
  const target = layer.toPoint(to);
  return [point[0] + target[0] - from[0], point[1] + target[1] - from[1], point[2] + target[2] - from[2]];
}
