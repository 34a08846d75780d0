import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Annotation, type AnnotationKind, isOpenEnded } from '../annotations/annotation.ts';
import type { AnnotationsStore } from '../annotations/annotations-store.ts';
import { finishDraft, mayFinish, resumeDraft } from '../annotations/draft.ts';
import { ANNOTATION_LABELS } from '../annotations/labels.ts';
import { useStore } from '../state/store.ts';
import classes from './panels.module.css';

/** How a drawing is set, and how it ends: shown from the choice of the tool on. */
const HINTS: Partial<Record<AnnotationKind, string>> = {
  length: 'Потяните от точки до точки или щёлкните обе',
  calibration: 'Потяните вдоль отрезка известной длины или щёлкните оба его конца',
  angle: 'Щёлкните три точки: на одной стороне, в вершине, на другой стороне',
  arrow: 'Потяните от цели стрелки к месту для текста',
  note: 'Щёлкните место заметки',
  probe: 'Щёлкните место, плотность которого нужно измерить',
  freehand: 'Обведите область, не отпуская',
  polygon: 'Отмечайте углы области на одном срезе.',
  canal: 'Отметьте начало, изгибы и конец канала на любых срезах.',
};

/** A finger has no Enter, and taps twice when it zooms in other programs. */
const howToFinish = (): string =>
  matchMedia('(pointer: coarse)').matches
    ? 'Закончить: «Готово»'
    : 'Закончить: двойной щелчок, Enter или «Готово»';

interface DrawingBarProps {
  kind: AnnotationKind;
  annotations: AnnotationsStore;
  /** what is to be read instead of the usual hint */
  hint: string | undefined;
  /** how the annotation is drawn, where the user has a choice */
  more: ReactNode;
  onFinished: (annotation: Annotation) => void;
}

/** While a drawing tool is chosen: the hint, and for a drawing without a fixed number of points the button that finishes it. */
export function DrawingBar({ kind, annotations, hint, more, onFinished }: DrawingBarProps) {
  const isReady = useStore(annotations, ({ draft }) => mayFinish(draft));
  const text = hint ?? HINTS[kind];
  if (!text) return null;
  return (
    <div className={classes.inspector} role="group" aria-label={ANNOTATION_LABELS[kind]}>
      {isOpenEnded(kind) && (
        // first in the bar: in this place, the bar of the finished drawing has no button that a second click would press
        <Button size="sm" disabled={!isReady} onClick={() => finishDraft(annotations, onFinished)}>
          Готово
        </Button>
      )}
      <span role="status">{isOpenEnded(kind) ? `${text} ${howToFinish()}` : text}</span>
      {more}
    </div>
  );
}

/** After Escape has dropped a drawing: what it was, and the way back. */
export const DroppedDrawing = ({
  dropped,
  annotations,
}: {
  dropped: Annotation;
  annotations: AnnotationsStore;
}) => (
  <div className={classes.inspector} role="group" aria-label="Убранное">
    <span role="status">Не закончено и убрано: {ANNOTATION_LABELS[dropped.kind].toLowerCase()}</span>
    <Button size="sm" variant="light" onClick={() => resumeDraft(annotations)}>
      Вернуть
    </Button>
  </div>
);
