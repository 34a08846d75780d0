import { ActionIcon, CloseButton, NumberInput, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { lengthAlong } from '@snimok/imaging/export/measures';
import { type Annotation, type AnnotationKind, IMPLANT, inMm } from '../annotations/annotation.ts';
import type { AnnotationsState, AnnotationsStore } from '../annotations/annotations-store.ts';
import { isRegion } from '../annotations/region.ts';
import { lengthened } from '../annotations/implant.ts';
import { ANNOTATION_LABELS } from '../annotations/labels.ts';
import { useFields } from '../state/store.ts';
import { useViewerHost } from '../study/viewer-host.ts';
import bar from './bar.module.css';
import { DrawingBar, DroppedDrawing } from './drawing-bar.tsx';
import classes from './panels.module.css';

const MAX_TEXT_LENGTH = 200;

interface InspectorProps {
  annotations: AnnotationsStore;
  /** the chosen tool, if it draws */
  tool: AnnotationKind | undefined;
  /** further controls of the selected annotation */
  more?: (annotation: Annotation) => ReactNode;
  /** instead of the usual hint of a drawing tool, and its further controls */
  drawing?: (kind: AnnotationKind) => { hint?: string; more?: ReactNode };
  /** called when a canal has all its points */
  onFinished?: (annotation: Annotation) => void;
}

/** Whether the inspector has something to show whatever tool is chosen. */
export function isInspected({ own, others, selected, draft, dropped }: AnnotationsState): boolean {
  if (draft || dropped) return true;
  return [own, ...others.map(({ marks }) => marks)].some((marks) =>
    marks.some(({ markID }) => markID === selected),
  );
}

const NOTHING_MORE = () => undefined;

/** Text, sizes and deletion of the selected annotation; otherwise how the chosen tool draws. */
export function Inspector({ annotations, tool, more, drawing, onFinished = NOTHING_MORE }: InspectorProps) {
  const { own, others, selected, draft, dropped } = useFields(
    annotations,
    'own',
    'others',
    'selected',
    'draft',
    'dropped',
  );
  const annotation = own.find(({ markID }) => markID === selected);
  const other = others.find(({ marks }) => marks.some(({ markID }) => markID === selected));
  if (other && !draft) return <OtherAnnotation author={other} markID={selected} />;
  if (!annotation || draft) {
    if (dropped) return <DroppedDrawing dropped={dropped} annotations={annotations} />;
    const kind = draft?.kind ?? tool;
    const { hint, more: further = null } = (kind && drawing?.(kind)) ?? {};
    return kind ? (
      <DrawingBar kind={kind} annotations={annotations} hint={hint} onFinished={onFinished} more={further} />
    ) : null;
  }
  return (
    <div className={classes.inspector} role="group" aria-label={ANNOTATION_LABELS[annotation.kind]}>
      <span>{ANNOTATION_LABELS[annotation.kind]}</span>
      {fieldsOf(annotation, annotations)}
      {more?.(annotation)}
      <div className={bar.end}>
        <Origin authorName="вы" changedAt={annotation.changedAt} />
        <ActionIcon
          variant="subtle"
          color="red"
          size={36}
          aria-label="Удалить"
          onClick={() => annotations.remove(annotation.markID)}
        >
          <IconTrash size={20} stroke={1.6} />
        </ActionIcon>
        <CloseButton
          size={36}
          aria-label="Снять выделение"
          onClick={() => annotations.set({ selected: undefined })}
        />
      </div>
    </div>
  );
}

/** Who has drawn an annotation, and when it was saved as it is; a change that is not saved yet has no time. */
function Origin({ authorName, changedAt }: { authorName: string; changedAt: string | undefined }) {
  const { formatMoment } = useViewerHost();
  return (
    <span className={classes.origin}>
      {authorName}
      {changedAt && `, ${formatMoment(changedAt)}`}
    </span>
  );
}

interface OtherAnnotationProps {
  author: AnnotationsState['others'][number];
  markID: string | undefined;
}

/** An annotation of another author, which was chosen in the list: nothing can be changed. */
function OtherAnnotation({ author: { authorName, marks }, markID }: OtherAnnotationProps) {
  const annotation = marks.find((mark) => mark.markID === markID);
  if (!annotation) return null;
  return (
    <div className={classes.inspector} role="group" aria-label={ANNOTATION_LABELS[annotation.kind]}>
      <span>{ANNOTATION_LABELS[annotation.kind]}</span>
      <Origin authorName={authorName} changedAt={annotation.changedAt} />
    </div>
  );
}

function fieldsOf(annotation: Annotation, annotations: AnnotationsStore): ReactNode {
  if (annotation.kind === 'note' || annotation.kind === 'arrow')
    return (
      <TextInput
        key={annotation.markID}
        autoFocus={annotation.text === ''}
        aria-label="Текст"
        placeholder="Текст"
        maxLength={MAX_TEXT_LENGTH}
        value={annotation.text}
        onChange={(event) => annotations.put({ ...annotation, text: event.currentTarget.value }, false)}
        onKeyDown={(event) => event.key === 'Enter' && annotations.set({ selected: undefined })}
      />
    );
  if (annotation.kind === 'implant')
    return <ImplantSizes annotation={annotation} annotations={annotations} />;
  if (isRegion(annotation.kind)) return <span>среднее ± отклонение (наименьшее…наибольшее)</span>;
  if (annotation.kind === 'canal') return <span>{inMm(lengthAlong(annotation.points))}</span>;
  if (annotation.kind === 'calibration')
    return (
      <Millimetres
        label="Настоящая длина"
        value={annotation.sizeMm ?? 0}
        onChange={(sizeMm) => annotations.put({ ...annotation, sizeMm })}
      />
    );
  return null;
}

function ImplantSizes({
  annotation,
  annotations,
}: {
  annotation: Annotation;
  annotations: AnnotationsStore;
}) {
  const length = lengthAlong(annotation.points);
  // a typed size is not one of the library
  const { product: _product, ...unnamed } = annotation;
  return (
    <>
      <Millimetres
        label="Диаметр"
        value={annotation.sizeMm ?? IMPLANT.diameterMm}
        onChange={(sizeMm) => annotations.put({ ...unnamed, sizeMm })}
      />
      <Millimetres
        label="Длина"
        value={Math.round(length * 10) / 10}
        onChange={(to) => annotations.put({ ...unnamed, points: lengthened(annotation.points, to) })}
      />
    </>
  );
}

interface MillimetresProps {
  label: string;
  value: number;
  onChange: (mm: number) => void;
}

const Millimetres = ({ label, value, onChange }: MillimetresProps) => (
  <NumberInput
    aria-label={label}
    w={104}
    value={value}
    min={IMPLANT.minMm}
    max={IMPLANT.maxMm}
    step={0.5}
    decimalScale={1}
    decimalSeparator=","
    suffix=" мм"
    prefix={label === 'Диаметр' ? 'Ø ' : ''}
    onChange={(typed) => typeof typed === 'number' && typed >= IMPLANT.minMm && onChange(typed)}
  />
);
