import type { Vec2 } from '../geometry/vectors.ts';
import type { Drag, Touch } from '../pane/gestures.ts';
import {
  CANAL_MM,
  IMPLANT,
  type Annotation,
  type AnnotationKind,
  newAnnotation,
  POINTS_OF,
} from './annotation.ts';
import type { AnnotationsStore } from './annotations-store.ts';
import type { Hit, Paper } from './annotation-layer.ts';

/** Less than this is a click, whose second point follows by another click. */
const CLICK_PX = 5;

interface Drawing {
  marks: AnnotationsStore;
  paper: Paper;
  /** asks for words or a length, or measures, once the points stand */
  finished: (mark: Annotation) => void;
}

const SIZES: Partial<Record<AnnotationKind, number>> = {
  canal: CANAL_MM,
  implant: IMPLANT.diameterMm,
  // until the real length is told
  calibration: 10,
};

/** One press of the pencil: begins a mark, or sets the next point of the one begun. */
export function drawPress(kind: AnnotationKind, touch: Touch, drawing: Drawing): Drag {
  const { marks, paper } = drawing;
  const { draft } = marks.get();
  const point = paper.toPoint(touch.place);
  const isFirst = draft?.kind !== kind || draft.on !== paper.on || draft.frame !== paper.frame;
  if (isFirst) {
    const { on, series, frame } = paper;
    const points = POINTS_OF[kind].most === 1 ? [point] : [point, point];
    marks.set({
      draft: newAnnotation({ kind, on, series, frame, points, sizeMm: SIZES[kind] ?? null }),
      selected: undefined,
    });
  } else moveLast(marks, paper, touch.place);
  return {
    move: ({ place }) => moveLast(marks, paper, place),
    lift: ({ place, travelPx }, aborted) => {
      if (aborted && isFirst) return marks.set({ draft: undefined });
      moveLast(marks, paper, place);
      lift(kind, isFirst && travelPx < CLICK_PX, place, drawing);
    },
  };
}

function lift(kind: AnnotationKind, isClick: boolean, place: Vec2, drawing: Drawing): void {
  const { marks, paper } = drawing;
  const { draft } = marks.get();
  if (!draft) return;
  const { most } = POINTS_OF[kind];
  if (isClick && kind === 'implant') return finish(upright(draft, paper, place), drawing);
  if (isClick && most > 1) return;
  if (draft.points.length >= most) return finish(draft, drawing);
  marks.set({ draft: { ...draft, points: [...draft.points, paper.toPoint(place)] } });
}

/** Put down by a click, an implant of the usual length stands upright. */
const upright = (draft: Annotation, paper: Paper, place: Vec2): Annotation => ({
  ...draft,
  points: [paper.toPoint(place), paper.toPoint([place[0], place[1] + IMPLANT.lengthMm])],
});

/** The point that has not been set yet follows the pointer. */
export function moveLast(marks: AnnotationsStore, paper: Paper, place: Vec2): void {
  const { draft } = marks.get();
  if (!draft || draft.on !== paper.on) return;
  const points = [...draft.points];
  points[points.length - 1] = paper.toPoint(place);
  marks.set({ draft: { ...draft, points } });
}

function finish(mark: Annotation, { marks, finished }: Drawing): void {
  marks.set({ draft: undefined, selected: mark.markID });
  marks.put(mark);
  finished(mark);
}

/** A line of many points ends when one says so; its last point still followed the pointer. */
export function endDraft(marks: AnnotationsStore): void {
  const { draft } = marks.get();
  if (!draft) return;
  const points = draft.points.slice(0, -1);
  marks.set({ draft: undefined });
  if (draft.kind !== 'canal' || points.length < POINTS_OF.canal.fewest) return;
  marks.put({ ...draft, points });
  marks.set({ selected: draft.markID });
}

/** Drags one point of a mark, or all of it. */
export function hitPress({ mark, point }: Hit, touch: Touch, { marks, paper, finished }: Drawing): Drag {
  marks.set({ selected: mark.markID });
  let last = touch.place;
  let moved = false;
  let current = mark;
  return {
    move: ({ place, travelPx }) => {
      if (!moved && travelPx < CLICK_PX) return;
      if (!moved) marks.remember();
      moved = true;
      const [dx, dy] = [place[0] - last[0], place[1] - last[1]];
      last = place;
      const points = current.points.map((one, at) => {
        if (point !== null && at !== point) return one;
        const was = paper.toPlace(one).place;
        return point === null ? shifted(one, paper, [was[0] + dx, was[1] + dy]) : shifted(one, paper, place);
      });
      current = { ...current, points };
      marks.put(current, false);
    },
    lift: () => {
      if (moved && current.kind === 'probe') finished(current);
    },
  };
}

/** What lies beside the paper stays as far beside it. */
function shifted(point: Annotation['points'][number], paper: Paper, to: Vec2): Annotation['points'][number] {
  const { place } = paper.toPlace(point);
  const [from, target] = [paper.toPoint(place), paper.toPoint(to)];
  return [point[0] + target[0] - from[0], point[1] + target[1] - from[1], point[2] + target[2] - from[2]];
}
