import { Button, NativeSelect, Popover, Switch } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { inMm } from '../annotations/annotation.ts';
import controls from '../controls/controls.module.css';
import { useFields } from '../state/store.ts';
import { changeState } from './workspace/change-state.ts';
import { selectJaw } from './arch/jaw-arches.ts';
import { JAWS, PANORAMA_BLENDS, shiftText } from './workspace/labels.ts';
import {
  CROSS_SECTION_SLABS_MM,
  CROSS_SECTION_STEPS_MM,
  CROSS_SECTION_WIDTHS_MM,
  INITIAL_SETTINGS,
  type Jaw,
  MOST_SHIFT_MM,
  PANORAMA_SLABS_MM,
  type PanoramaBlend,
} from './workspace/reading-settings.ts';
import classes from './reading-menu.module.css';
import type { CbctState } from './workspace/state.ts';
import type { Workspace } from './workspace/workspace.ts';

/** The settings of slices, panorama and cross-sections. */
export const ReadingMenu = ({ workspace }: { workspace: Workspace }) => (
  <Popover position="bottom-end" shadow="lg" width={370} trapFocus returnFocus>
    <Popover.Target>
      <button type="button" className={controls.choice} aria-label="Слои и сечения">
        <IconAdjustments size={18} stroke={1.6} aria-hidden />
      </button>
    </Popover.Target>
    <Popover.Dropdown className={classes.menu}>
      <Settings workspace={workspace} />
    </Popover.Dropdown>
  </Popover>
);

const millimetres = (all: readonly number[]) =>
  all.map((mm) => ({ value: mm, label: mm === 0 ? 'Срез' : inMm(mm) }));

function Settings({ workspace }: { workspace: Workspace }) {
  const shown = useFields(
    workspace.state,
    'blend',
    'crossSectionWidthMm',
    'crossSectionSlabMm',
    'crossSectionStepMm',
    'crossSectionsMirrored',
  );
  const change = (values: Partial<CbctState>) => changeState(workspace, values);
  return (
    <>
      <Group title="Срезы">
        <Select
          label="Слой показывает"
          value={shown.blend}
          options={[
            { value: 'mean', label: 'Среднее' },
            { value: 'max', label: 'Самое плотное' },
          ]}
          onChange={(blend) => change({ blend })}
        />
      </Group>
      <PanoramaSettings workspace={workspace} />
      <Group title="Сечения">
        <Select
          label="Ширина"
          value={shown.crossSectionWidthMm}
          options={millimetres(CROSS_SECTION_WIDTHS_MM)}
          onChange={(crossSectionWidthMm) => change({ crossSectionWidthMm })}
        />
        <Select
          label="Толщина"
          value={shown.crossSectionSlabMm}
          options={millimetres(CROSS_SECTION_SLABS_MM)}
          onChange={(crossSectionSlabMm) => change({ crossSectionSlabMm })}
        />
        <Select
          label="Между сечениями"
          value={shown.crossSectionStepMm}
          options={millimetres(CROSS_SECTION_STEPS_MM)}
          onChange={(crossSectionStepMm) => change({ crossSectionStepMm })}
        />
        <Switch
          label="Язык слева (вид со стороны языка)"
          checked={shown.crossSectionsMirrored}
          onChange={(event) => change({ crossSectionsMirrored: event.currentTarget.checked })}
        />
      </Group>
      <Button
        variant="default"
        onClick={() => change({ ...INITIAL_SETTINGS, ...gridOf(workspace.state.get()) })}
      >
        Вернуть исходные настройки
      </Button>
    </>
  );
}

const gridOf = ({ gridPlane, gridSize, gridStepMm }: CbctState) => ({ gridPlane, gridSize, gridStepMm });

const BLENDS = (Object.keys(PANORAMA_BLENDS) as PanoramaBlend[]).map((value) => ({
  value,
  label: PANORAMA_BLENDS[value],
}));

function PanoramaSettings({ workspace }: { workspace: Workspace }) {
  const shown = useFields(workspace.state, 'jaw', 'panoramaSlabMm', 'panoramaBlend', 'panoramaShiftMm');
  const change = (values: Partial<CbctState>) => changeState(workspace, values);
  return (
    <Group title="Панорама">
      <Select
        label="Дуга"
        value={shown.jaw}
        options={JAWS}
        onChange={(jaw: Jaw) => selectJaw(workspace, jaw)}
      />
      <Select
        label="Слой панорамы"
        value={shown.panoramaSlabMm}
        options={millimetres(PANORAMA_SLABS_MM)}
        onChange={(panoramaSlabMm) => change({ panoramaSlabMm })}
      />
      <Select
        label="Панорама показывает"
        value={shown.panoramaBlend}
        options={BLENDS}
        onChange={(panoramaBlend) => change({ panoramaBlend })}
      />
      <label className={classes.shift}>
        <span>Смещение слоя</span>
        <span>{shiftText(shown.panoramaShiftMm)}</span>
        <input
          type="range"
          aria-valuetext={shiftText(shown.panoramaShiftMm)}
          min={-MOST_SHIFT_MM}
          max={MOST_SHIFT_MM}
          step={0.5}
          value={shown.panoramaShiftMm}
          onChange={(event) => change({ panoramaShiftMm: Number(event.currentTarget.value) })}
        />
      </label>
    </Group>
  );
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.group} aria-label={title}>
    <h3>{title}</h3>
    {children}
  </section>
);

interface SelectProps<Value> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

function Select<Value extends string | number>({ label, value, options, onChange }: SelectProps<Value>) {
  return (
    <label className={classes.row}>
      <span>{label}</span>
      <NativeSelect
        w={150}
        value={String(value)}
        data={options.map((option) => ({ value: String(option.value), label: option.label }))}
        onChange={(event) => {
          const chosen = options.find((option) => String(option.value) === event.currentTarget.value);
          if (chosen) onChange(chosen.value);
        }}
      />
    </label>
  );
}
