import { productName } from '@snimok/contract/viewing/planning';
import { useState } from 'react';
import { DENTITIONS } from '@snimok/contract/values/teeth';
import { Button, NativeSelect } from '@mantine/core';
import { type Annotation, type AnnotationKind, inMm } from '../../annotations/annotation.ts';
import {
  checked,
  deviationMm,
  foundMm,
  isUnchecked,
  manualLine,
  setPointsOf,
} from '../../annotations/canal.ts';
import { toothText } from '../../annotations/labels.ts';
import { ImplantChoices } from '../../planning/implant-choices.ts';
import { ImplantDialog } from '../../planning/implant-dialog.tsx';
import { sizeLabel } from '../../planning/library.ts';
import { PlanPanel } from '../../planning/plan-panel.tsx';
import bar from '../../shell/bar.module.css';
import panels from '../../shell/panels.module.css';
import { hintOf } from '../../shell/tool-hints.ts';
import { lengthAlong } from '@snimok/imaging/export/measures';
import { useFields, useStore } from '../../state/store.ts';
import { dayAlone } from '../../study/study-day.ts';
import { useViewerHost } from '../../study/viewer-host.ts';
import { showAnnotation } from '../workspace/commands.ts';
import {
  chooseImplant,
  enterTooth,
  proposedTooth,
  selectedImplant,
  toothOfImplant,
} from '../workspace/implants.ts';
import { writePlan } from './plan-report.ts';
import { traceCanal } from './trace-canal.ts';
import type { Workspace } from '../workspace/workspace.ts';

interface PlanProps {
  workspace: Workspace;
}

/** The plan in the header. */
export function Plan({ workspace }: PlanProps) {
  const { annotations, volumeClient, series, state, study, joined } = workspace;
  const host = useViewerHost();
  const opened = useStore(state, (all) => all.isPlanOpened);
  return (
    <PlanPanel
      annotations={annotations}
      volumeClient={volumeClient}
      series={series.series}
      opened={opened}
      onChange={(isPlanOpened) => state.set({ isPlanOpened })}
      toothOf={(implant) => toothOfImplant(workspace, implant)}
      onShow={(implant) => showAnnotation(workspace, implant)}
      onAdd={() => {
        annotations.set({ selected: undefined });
        state.set({ isPlanOpened: false, isChoosingImplant: true });
      }}
      onWrite={joined ? undefined : () => writePlan(workspace)}
      fileName={`${study.patientName} ${dayAlone(study, host)} план`}
    />
  );
}

/** The library; it opens with the size of the selected implant, or with the one that the tool places. */
export function Library({ workspace }: PlanProps) {
  const { isChoosingImplant, implant } = useFields(workspace.state, 'isChoosingImplant', 'implant');
  const [choices] = useState(() => new ImplantChoices(workspace.session, workspace.study.can.mark));
  const selected = selectedImplant(workspace);
  const current = selected
    ? {
        product: selected.product,
        diameterMm: selected.sizeMm ?? implant.diameterMm,
        lengthMm: Math.round(lengthAlong(selected.points) * 10) / 10,
      }
    : implant;
  return (
    <ImplantDialog
      session={workspace.session}
      choices={choices}
      opened={isChoosingImplant}
      current={current}
      onChoose={(size) => chooseImplant(workspace, size)}
      onClose={() => workspace.state.set({ isChoosingImplant: false })}
    />
  );
}

/** While the implant tool is selected: what it places, and the way to another size. */
export function ImplantToolNote({ workspace }: PlanProps) {
  const { tool, implant } = useFields(workspace.state, 'tool', 'implant');
  const isFree = useStore(workspace.annotations, ({ selected, draft }) => !selected && !draft);
  if (tool !== 'implant' || !isFree) return null;
  return (
    <div className={panels.inspector} role="group" aria-label="Имплантат">
      <span role="status">
        {implant.product ? productName(implant.product) : 'Имплантат'}{' '}
        {sizeLabel(implant.diameterMm, implant.lengthMm)}
        <span className={bar.hint}>: {hintOf('implant').text}</span>
      </span>
      <OtherSize workspace={workspace} />
    </div>
  );
}

const OtherSize = ({ workspace }: PlanProps) => (
  <Button size="compact-md" variant="light" onClick={() => workspace.state.set({ isChoosingImplant: true })}>
    Библиотека
  </Button>
);

/** How a canal is drawn: finding its line comes first. */
export const drawingControls = (workspace: Workspace) => (kind: AnnotationKind) =>
  kind === 'canal' ? { more: <CanalDrawing workspace={workspace} /> } : {};

const CanalDrawing = ({ workspace }: PlanProps) => {
  const findsCanals = useStore(workspace.state, (all) => all.findsCanals);
  return (
    <Button.Group>
      {CANAL_LINES.map(({ label, finds }) => (
        <Button
          key={label}
          size="sm"
          variant={finds === findsCanals ? 'filled' : 'default'}
          aria-pressed={finds === findsCanals}
          onClick={() => workspace.state.set({ findsCanals: finds })}
        >
          {label}
        </Button>
      ))}
    </Button.Group>
  );
};

const CANAL_LINES = [
  { label: 'Найти линию', finds: true },
  { label: 'По точкам', finds: false },
] as const;

/** The inspector's further controls of an implant or a canal. */
export const furtherControls = (workspace: Workspace) => (annotation: Annotation) => {
  if (annotation.kind === 'implant')
    return (
      <>
        <ToothChoice workspace={workspace} implant={annotation} />
        <OtherSize workspace={workspace} />
      </>
    );
  return annotation.kind === 'canal' ? <CanalLine workspace={workspace} canal={annotation} /> : null;
};

/** The tooth follows from the position on the arch, until the user enters it. */
function ToothChoice({ workspace, implant }: PlanProps & { implant: Annotation }) {
  // another arch proposes another tooth
  useStore(workspace.state, (all) => all.arch);
  const proposed = proposedTooth(workspace, implant);
  const teeth = ([right, left]: readonly (readonly number[])[]) =>
    [...right!, ...left!].map((tooth) => ({ value: String(tooth), label: `зуб ${tooth}` }));
  const { upper, lower } = DENTITIONS.permanent;
  return (
    <NativeSelect
      aria-label="Зуб"
      value={String(implant.tooth ?? '')}
      data={[
        { value: '', label: proposed ? `${toothText(proposed)} (по дуге)` : 'зуб не указан' },
        { group: 'Верхняя челюсть', items: teeth(upper) },
        { group: 'Нижняя челюсть', items: teeth(lower) },
      ]}
      onChange={({ currentTarget: { value } }) =>
        enterTooth(workspace, implant, value ? Number(value) : undefined)
      }
    />
  );
}

/** What was found in the images, to be confirmed; the user may choose the line through the points instead. */
function CanalLine({ workspace, canal }: PlanProps & { canal: Annotation }) {
  const { annotations } = workspace;
  const isTraced = setPointsOf(canal) !== undefined;
  return (
    <>
      <span role="status">{lineText(canal)}</span>
      {isUnchecked(canal) && (
        <Button size="compact-md" onClick={() => annotations.put(checked(canal))}>
          Верно
        </Button>
      )}
      <Button
        size="compact-md"
        variant="light"
        onClick={() => {
          const line = manualLine(canal);
          annotations.put(line);
          if (!isTraced) traceCanal(workspace, line);
        }}
      >
        {isTraced ? 'Вести по точкам' : 'Вести по каналу'}
      </Button>
    </>
  );
}

const wholeMm = (mm: number): string => `${Math.round(mm)}\u00A0мм`;

function lineText(canal: Annotation): string {
  if (!setPointsOf(canal)) return 'линия по точкам';
  const found = foundMm(canal);
  const whole = lengthAlong(canal.points);
  if (found === 0) return 'Канал не найден: линия идёт прямо между точками';
  if (!isUnchecked(canal)) return `отступает от прямой до ${inMm(deviationMm(canal))}`;
  const of = Math.round(found) < Math.round(whole) ? ` из ${wholeMm(whole)}` : '';
  return `Канал найден на ${wholeMm(found)}${of}, проверьте`;
}
