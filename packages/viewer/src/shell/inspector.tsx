import { ActionIcon, NumberInput, TextInput } from '@mantine/core';
import { IconCheck, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { lengthAlong } from '../geometry/vectors.ts';
import { IMPLANT, inMm, type Annotation, type Point } from '../annotations/annotation.ts';
import type { AnnotationsStore } from '../annotations/annotations-store.ts';
import { endDraft } from '../annotations/draw-annotation.ts';
import { MARK_WORDS } from '../annotations/labels.ts';
import { useStore } from '../store.ts';
import classes from './shell.module.css';

const MOST_CHARACTERS = 200;

/** About the mark that is taken hold of: its words and sizes, and the basket. */
export function Inspector({ marks }: { marks: AnnotationsStore }) {
  const { own, selected, draft } = useStore(marks, (all) => all);
  if (draft?.kind === 'canal') return <CanalBeingDrawn marks={marks} />;
  const mark = own.find(({ markID }) => markID === selected);
  if (!mark || draft) return null;
  return (
    <div className={classes.inspector} role="group" aria-label={MARK_WORDS[mark.kind]}>
      <span>{MARK_WORDS[mark.kind]}</span>
      {sizesOf(mark, marks)}
      <ActionIcon
        variant="subtle"
        color="red"
        size={36}
        aria-label="Удалить"
        onClick={() => marks.remove(mark.markID)}
      >
        <IconTrash size={20} stroke={1.6} />
      </ActionIcon>
    </div>
  );
}

const CanalBeingDrawn = ({ marks }: { marks: AnnotationsStore }) => (
  <div className={classes.inspector} role="group" aria-label={MARK_WORDS.canal}>
    <span>Отмечайте точки канала на любых срезах</span>
    <ActionIcon variant="light" size={36} aria-label="Готово" onClick={() => endDraft(marks)}>
      <IconCheck size={20} />
    </ActionIcon>
  </div>
);

function sizesOf(mark: Annotation, marks: AnnotationsStore): ReactNode {
  if (mark.kind === 'note' || mark.kind === 'arrow')
    return (
      <TextInput
        key={mark.markID}
        autoFocus={mark.text === ''}
        aria-label="Текст"
        placeholder="Текст"
        maxLength={MOST_CHARACTERS}
        value={mark.text}
        onChange={(event) => marks.put({ ...mark, text: event.currentTarget.value }, false)}
        onKeyDown={(event) => event.key === 'Enter' && marks.set({ selected: undefined })}
      />
    );
  if (mark.kind === 'implant') return <ImplantSizes mark={mark} marks={marks} />;
  if (mark.kind === 'canal') return <span>{inMm(lengthAlong(mark.points))}</span>;
  if (mark.kind === 'calibration')
    return (
      <Millimetres
        label="Настоящая длина"
        value={mark.sizeMm ?? 0}
        onChange={(sizeMm) => marks.put({ ...mark, sizeMm })}
      />
    );
  return null;
}

function ImplantSizes({ mark, marks }: { mark: Annotation; marks: AnnotationsStore }) {
  const length = lengthAlong(mark.points);
  return (
    <>
      <Millimetres
        label="Диаметр"
        value={mark.sizeMm ?? IMPLANT.diameterMm}
        onChange={(sizeMm) => marks.put({ ...mark, sizeMm })}
      />
      <Millimetres
        label="Длина"
        value={Math.round(length * 10) / 10}
        onChange={(to) => marks.put({ ...mark, points: lengthened(mark.points, to / (length || 1)) })}
      />
    </>
  );
}

/** The head stays where it is. */
function lengthened([head, apex]: readonly Point[], by: number): Point[] {
  if (!head || !apex) return [];
  const along = (axis: 0 | 1 | 2) => head[axis] + (apex[axis] - head[axis]) * by;
  return [head, [along(0), along(1), along(2)]];
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
    min={IMPLANT.least}
    max={IMPLANT.most}
    step={0.5}
    decimalScale={1}
    decimalSeparator=","
    suffix=" мм"
    prefix={label === 'Диаметр' ? 'Ø ' : ''}
    onChange={(typed) => typeof typed === 'number' && typed >= IMPLANT.least && onChange(typed)}
  />
);
