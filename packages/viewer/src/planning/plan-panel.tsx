import { ActionIcon, Button, Group, NumberInput, Popover, Stack, Text } from '@mantine/core';
import { IconClipboardList, IconFileTypePdf, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Annotation } from '../annotations/annotation.ts';
import { inUnits } from '../annotations/annotation.ts';
import type { AnnotationsStore } from '../annotations/annotations-store.ts';
import { clearancesIn, type ImplantClearances } from '../annotations/clearances.ts';
import { clearanceLines, type ImplantTooth, toothText, WARNING } from '../annotations/labels.ts';
import { productName } from '@snimok/contract/viewing/planning';
import { lengthAlong } from '@snimok/imaging/export/measures';
import { saveFile } from '../output/save-file.ts';
import controls from '../controls/controls.module.css';
import { useFields, useStore } from '../state/store.ts';
import { joinParts, type RodPart } from '../volume/voxels/measure-rod.ts';
import { useViewerHost } from '../study/viewer-host.ts';
import type { VolumeClient } from '../volume/worker/volume-client.ts';
import { sizeLabel } from './library.ts';
import classes from './planning.module.css';
import { useDensity } from './use-density.ts';

interface PlanPanelProps {
  annotations: AnnotationsStore;
  volumeClient: VolumeClient;
  series: number;
  opened: boolean;
  onChange: (opened: boolean) => void;
  /** the tooth in whose place an implant stands; undefined without an arch or behind the teeth */
  toothOf: (implant: Annotation) => ImplantTooth | undefined;
  /** brings an implant into view */
  onShow: (implant: Annotation) => void;
  onAdd: () => void;
  /** the plan as a PDF; undefined for a volume that has no plan report */
  onWrite: (() => Promise<Blob>) | undefined;
  /** without an extension */
  fileName: string;
}

/** The button of the plan in the header, and the implants with their distances and densities below it. */
export function PlanPanel({ opened, onChange, ...props }: PlanPanelProps) {
  const count = useStore(props.annotations, (all) => implantsOf(all.own, props.series).length);
  return (
    <Popover
      position="bottom-end"
      shadow="lg"
      width={380}
      opened={opened}
      onChange={onChange}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <button
          type="button"
          className={controls.choice}
          aria-label={`План имплантации: ${count}`}
          aria-keyshortcuts="J"
          onClick={() => onChange(!opened)}
        >
          <IconClipboardList size={18} stroke={1.6} aria-hidden />
          <span>План</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.plan}>{opened && <PlanContent {...props} />}</Popover.Dropdown>
    </Popover>
  );
}

const implantsOf = (annotations: readonly Annotation[], series: number): Annotation[] =>
  annotations.filter((one) => one.kind === 'implant' && one.on === 'volume' && one.series === series);

function PlanContent(props: Omit<PlanPanelProps, 'opened' | 'onChange'>) {
  const { annotations, series, onAdd } = props;
  const { own: marks, others, draft, plan } = useFields(annotations, 'own', 'others', 'draft', 'plan');
  const clearances = clearancesIn({ own: marks, others, draft });
  const own = implantsOf(marks, series);
  const planned = (implant: Annotation, at: number) => (
    <PlannedImplant
      key={implant.markID}
      {...props}
      implant={implant}
      clearances={clearances}
      number={at + 1}
      warnMm={plan.warnMm}
    />
  );
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={onAdd}>
          Имплантат
        </Button>
        {props.onWrite && clearances.size > 0 && (
          <PdfButton onWrite={props.onWrite} fileName={props.fileName} />
        )}
      </Group>
      <Group grow gap="sm" align="flex-end">
        <Margin
          label="Зона безопасности"
          value={plan.sleeveMm}
          onChange={(sleeveMm) => annotations.changePlan({ sleeveMm })}
        />
        <Margin
          label="Предупреждать, если ближе"
          value={plan.warnMm}
          onChange={(warnMm) => annotations.changePlan({ warnMm })}
        />
      </Group>
      {own.length === 0 && (
        <Text c="dimmed">
          Имплантатов пока нет. Выберите размер, затем щёлкните по гребню на панораме или сечении.
        </Text>
      )}
      {own.map(planned)}
      {others.map(({ authorName, marks: theirs }) => {
        const implants = implantsOf(theirs, series);
        return implants.length === 0 ? null : (
          <section key={authorName}>
            <Text size="sm" c="dimmed">
              {authorName}
            </Text>
            {implants.map(planned)}
          </section>
        );
      })}
      <Text size="xs" c="dimmed">
        Серые значения КЛКТ не являются единицами Хаунсфилда: сравнивайте их только в пределах одного снимка.
      </Text>
    </Stack>
  );
}

function PdfButton({ onWrite, fileName }: { onWrite: () => Promise<Blob>; fileName: string }) {
  const { explain } = useViewerHost();
  const [state, setState] = useState<{ isWriting: boolean; failure?: string }>({ isWriting: false });
  const write = async () => {
    setState({ isWriting: true });
    try {
      saveFile(await onWrite(), `${fileName}.pdf`);
      setState({ isWriting: false });
    } catch (reason) {
      setState({
        isWriting: false,
        failure: explain(reason, 'Не удалось составить PDF. Повторите попытку.'),
      });
    }
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileTypePdf size={18} aria-hidden />}
        loading={state.isWriting}
        onClick={() => void write()}
      >
        План в PDF
      </Button>
      {state.failure && (
        <Text role="alert" c="red.4" size="sm">
          {state.failure}
        </Text>
      )}
    </>
  );
}

interface MarginProps {
  label: string;
  value: number;
  onChange: (mm: number) => void;
}

const Margin = ({ label, value, onChange }: MarginProps) => (
  <NumberInput
    label={label}
    value={value}
    min={0}
    max={10}
    step={0.5}
    decimalScale={1}
    decimalSeparator=","
    suffix=" мм"
    onChange={(typed) => typeof typed === 'number' && typed >= 0 && typed <= 10 && onChange(typed)}
  />
);

interface PlannedImplantProps extends Pick<
  PlanPanelProps,
  'annotations' | 'volumeClient' | 'toothOf' | 'onShow'
> {
  implant: Annotation;
  number: number;
  clearances: ReadonlyMap<string, ImplantClearances>;
  warnMm: number;
}

function PlannedImplant(props: PlannedImplantProps) {
  const { implant, number, clearances, warnMm, annotations, volumeClient, toothOf, onShow } = props;
  const tooth = toothOf(implant);
  const { markID, product, sizeMm, points } = implant;
  const found = clearances.get(markID);
  const isOwn = useStore(annotations, ({ own }) => own.some((one) => one.markID === markID));
  const size = sizeLabel(sizeMm ?? 0, Math.round(lengthAlong(points) * 10) / 10);
  return (
    <div className={classes.planned}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <button type="button" className={classes.name} onClick={() => onShow(implant)}>
          {number}. {tooth ? `${toothText(tooth)}, ` : ''}
          {product ? `${productName(product)}, ` : ''}
          {size}
        </button>
        {isOwn && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={`Удалить имплантат ${number}`}
            onClick={() => annotations.remove(markID)}
          >
            <IconTrash size={18} stroke={1.6} />
          </ActionIcon>
        )}
      </Group>
      {found && (
        <ul className={classes.distances}>
          {clearanceLines(found, warnMm).map((line) => (
            <li key={line} data-warned={line.includes(WARNING) || undefined}>
              {line}
            </li>
          ))}
        </ul>
      )}
      <ImplantDensity implant={implant} volumeClient={volumeClient} />
    </div>
  );
}

const THIRDS = ['шейка', 'середина', 'верхушка'] as const;

function ImplantDensity({ implant, volumeClient }: { implant: Annotation; volumeClient: VolumeClient }) {
  const density = useDensity(volumeClient, implant);
  if (!density) return null;
  const thirds = joinParts(density.parts, THIRDS.length);
  if (thirds.every((third) => third === null))
    return (
      <Text size="sm" c="dimmed">
        Плотность не измерена: имплантат вне снимка.
      </Text>
    );
  return (
    <div className={classes.thirds} role="group" aria-label="Плотность вдоль имплантата">
      <span />
      {THIRDS.map((name) => (
        <span key={name}>{name}</span>
      ))}
      <span>средняя плотность</span>
      {thirds.map((third, at) => (
        <b key={THIRDS[at]}>{third ? inUnits(third.mean) : '—'}</b>
      ))}
      <span>наименьшая плотность</span>
      {thirds.map((third, at) => (
        <b key={THIRDS[at]}>{third ? inUnits(third.min) : '—'}</b>
      ))}
      <span />
      <Profile parts={density.parts} />
      {!density.isComplete && <span style={{ gridColumn: '1 / -1' }}>Измерена не вся длина.</span>}
    </div>
  );
}

/** The means from the head to the apex, drawn as a curve. */
function Profile({ parts }: { parts: readonly RodPart[] }) {
  // a part thinner than the voxels may have none
  const measured = parts.flatMap((part, at) => (part ? [{ at: at + 0.5, mean: part.mean }] : []));
  const first = measured[0];
  const last = measured.at(-1);
  if (!first || !last) return null;
  const means = measured.map(({ mean }) => mean);
  const low = Math.min(0, ...means);
  const high = Math.max(1, ...means);
  const line = measured.map(({ at, mean }) => `L${at} ${36 - ((mean - low) / (high - low)) * 34}`).join(' ');
  return (
    <svg
      className={classes.profile}
      style={{ gridColumn: '2 / -1' }}
      viewBox={`0 0 ${parts.length} 36`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <path d={`M${first.at} 36 ${line} L${last.at} 36 Z`} />
    </svg>
  );
}
