import { restoring } from '../state/history.ts';
import { type Annotation, type AnnotationKind, isOpenEnded, POINT_COUNT } from './annotation.ts';
import type { AnnotationsState, AnnotationsStore } from './annotations-store.ts';

/* How a drawing that is drawn point by point ends. Points that were set can always be restored. */

type OnFinished = (annotation: Annotation) => void;

/** The last point is not set yet: it follows the pointer. */
const withoutLast = (draft: Annotation): Annotation => ({ ...draft, points: draft.points.slice(0, -1) });

/** Whether a drawing without a fixed number of points has enough of them. */
export const mayFinish = (draft: Annotation | undefined): boolean =>
  draft !== undefined && isOpenEnded(draft.kind) && draft.points.length > POINT_COUNT[draft.kind].min;

/** Freehand outlines and implants exist as drafts only while the pointer is pressed. */
const isSetPointByPoint = (kind: AnnotationKind): boolean => kind !== 'freehand' && kind !== 'implant';

const changeTo = (
  annotations: AnnotationsStore,
  change: Pick<AnnotationsState, 'draft' | 'dropped'>,
): void => {
  const { draft, dropped } = annotations.get();
  const owner = draft?.markID ?? change.draft?.markID;
  annotations.history.remember(restoring(annotations, { draft, dropped }), owner ? { owner } : {});
  annotations.set(change);
};

/** Shows the drawing with one more set point; undo removes that point. `before` is the drawing before the press. */
export function setDraft(
  annotations: AnnotationsStore,
  before: Annotation | undefined,
  draft: Annotation,
): void {
  annotations.set({ draft: before, dropped: undefined });
  changeTo(annotations, { draft, dropped: undefined });
}

/** Adds a finished drawing and selects it. Undo then removes it at once, not point by point. */
export function putFinished(
  annotations: AnnotationsStore,
  annotation: Annotation,
  onFinished: OnFinished,
): void {
  annotations.history.forget(annotation.markID);
  annotations.set({ draft: undefined, dropped: undefined, selected: annotation.markID });
  annotations.put(annotation);
  onFinished(annotation);
}

/** Finishes a canal or a polygon. Returns false, and leaves the drawing as it is, while points are missing. */
export function finishDraft(annotations: AnnotationsStore, onFinished: OnFinished): boolean {
  const { draft } = annotations.get();
  if (!draft || !mayFinish(draft)) return false;
  putFinished(annotations, withoutLast(draft), onFinished);
  return true;
}

/**
 * Ends the drawing after a double click, whose second click has set a point at the place of the first click. Returns
 * false if there is no drawing.
 */
export function finishByDoubleClick(annotations: AnnotationsStore, onFinished: OnFinished): boolean {
  const { draft } = annotations.get();
  if (!draft) return false;
  if (!isOpenEnded(draft.kind) || draft.points.length < 3) return true;
  annotations.set({ draft: withoutLast(draft) });
  finishDraft(annotations, onFinished);
  return true;
}

/** Drops the drawing after Escape; undo or `resumeDraft` restores the drawing. Returns false if there is no drawing. */
export function dropDraft(annotations: AnnotationsStore): boolean {
  const { draft } = annotations.get();
  if (!draft) return false;
  if (isSetPointByPoint(draft.kind)) changeTo(annotations, { draft: undefined, dropped: draft });
  else annotations.set({ draft: undefined });
  return true;
}

/** Continues the drawing that was dropped last. */
export function resumeDraft(annotations: AnnotationsStore): void {
  const { dropped } = annotations.get();
  if (dropped) changeTo(annotations, { draft: dropped, dropped: undefined });
}

/**
 * Called before the user does something else. Finishes and selects the drawing; a drawing with too few points is
 * dropped, and undo restores it. If there is no drawing, nothing is selected afterwards.
 */
export function leaveDraft(annotations: AnnotationsStore, onFinished: OnFinished): void {
  annotations.set({ dropped: undefined, selected: undefined });
  if (!finishDraft(annotations, onFinished)) dropDraft(annotations);
}

/** Returns true if there is a drawing, even if it lacks points: then Enter must not press the button that has the focus. */
export const finishByEnter = (annotations: AnnotationsStore, onFinished: OnFinished): boolean =>
  finishDraft(annotations, onFinished) || annotations.get().draft !== undefined;
