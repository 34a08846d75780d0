import { Menu } from '@mantine/core';
import {
  IconAdjustments,
  IconLayoutGrid,
  IconLayoutRows,
  IconAxisX,
  IconQuestionMark,
  IconSquare,
  IconStack2,
} from '@tabler/icons-react';
import { inMm } from '../annotations/annotation.ts';
import { OutputButton } from '../output/output-button.tsx';
import { PrintButton } from '../output/print-button.tsx';
import { AnnotationsMenu } from '../shell/annotations-menu.tsx';
import { Choice } from '../shell/choice.tsx';
import controls from '../shell/controls.module.css';
import { ToolButton } from '../shell/tool-button.tsx';
import { useNarrowScreen } from '../shell/use-narrow-screen.ts';
import { useStore } from '../store.ts';
import { ArchButton } from './arch-button.tsx';
import { setWindow, showAnnotation } from './commands.ts';
import { ExportForm } from './export-form.tsx';
import { saveFourthPane } from './fourth-pane.ts';
import { toggleLevelling } from './levelling.ts';
import { Plan } from './planning.tsx';
import { SectionSheetsForm } from './section-sheets-form.tsx';
import { CROSS_SECTION_STEPS_MM, type Layout, PANORAMA_SLABS_MM, SLABS_MM } from './state.ts';
import { windowPresetsOf } from './tools.ts';
import type { Workspace } from './workspace.ts';

/** The controls in the header: layout, arch, window, slab, annotations, help. */
export function CbctOptions({ workspace, onHelp }: { workspace: Workspace; onHelp: () => void }) {
  const narrow = useNarrowScreen();
  return (
    <>
      {!narrow && <LayoutOptions workspace={workspace} />}
      <ArchButton workspace={workspace} />
      <LevellingButton workspace={workspace} />
      <WindowChoice workspace={workspace} />
      <SlabChoice workspace={workspace} />
      <SlabMenu workspace={workspace} />
      <Plan workspace={workspace} />
      <VolumeAnnotationsMenu workspace={workspace} />
      <OutputButton study={workspace.study} paneActions={(output) => <PrintButton output={output} />}>
        {(output) => (
          <>
            <SectionSheetsForm workspace={workspace} output={output} />
            <ExportForm workspace={workspace} output={output} />
          </>
        )}
      </OutputButton>
      <ToolButton icon={IconQuestionMark} label="Управление" shortcut="?" side="bottom" onClick={onHelp} />
    </>
  );
}

const LAYOUTS: { layout: Layout; label: string; icon: typeof IconSquare }[] = [
  { layout: 'four', label: 'Четыре вида', icon: IconLayoutGrid },
  { layout: 'panorama', label: 'Панорама и сечения', icon: IconLayoutRows },
  { layout: 'single', label: 'Один вид', icon: IconSquare },
];

/** The choice of the fourth pane is first, so that its absence moves no other button. */
function LayoutOptions({ workspace: { state } }: { workspace: Workspace }) {
  const { layout, fourth } = useStore(state, (all) => all);
  return (
    <>
      {layout === 'four' && (
        <Choice
          label="Четвёртый вид"
          value={fourth}
          options={[
            { value: 'panorama', label: 'Панорама' },
            { value: 'volume', label: 'Объём' },
          ]}
          onChange={(value) => {
            state.set({ fourth: value });
            saveFourthPane(value);
          }}
        />
      )}
      {LAYOUTS.map((one) => (
        <ToolButton
          key={one.layout}
          icon={one.icon}
          label={one.label}
          side="bottom"
          pressed={layout === one.layout}
          onClick={() => state.set({ layout: one.layout })}
        />
      ))}
    </>
  );
}

function LevellingButton({ workspace }: { workspace: Workspace }) {
  const { levelling, frame } = useStore(workspace.state, (all) => all);
  return (
    <ToolButton
      icon={IconAxisX}
      label={frame ? 'Выравнивание: объём выровнен' : 'Выровнять объём'}
      shortcut="O"
      side="bottom"
      pressed={levelling !== undefined}
      onClick={() => toggleLevelling(workspace)}
    />
  );
}

function WindowChoice({ workspace }: { workspace: Workspace }) {
  const { displayWindow } = useStore(workspace.state, (all) => all);
  const options = [
    { value: 'auto', label: 'По умолчанию', key: '0', ...workspace.series.window },
    ...windowPresetsOf(workspace.series),
  ];
  const current = options.find(
    ({ center, width }) => center === displayWindow.center && width === displayWindow.width,
  );
  return (
    <Choice
      label="Окно"
      widthPx={112}
      shown={current?.label ?? `${Math.round(displayWindow.center)} / ${Math.round(displayWindow.width)}`}
      value={current?.value}
      options={options}
      onChange={(value) => {
        const chosen = options.find((option) => option.value === value);
        if (chosen) setWindow(workspace, chosen);
      }}
    />
  );
}

function SlabChoice({ workspace: { state } }: { workspace: Workspace }) {
  const { slabMm } = useStore(state, (all) => all);
  return (
    <Choice
      label="Толщина слоя"
      widthPx={58}
      icon={<IconStack2 size={18} stroke={1.6} aria-hidden />}
      shown={slabMm === 0 ? 'Срез' : inMm(slabMm)}
      value={slabMm}
      options={SLABS_MM.map((mm) => ({ value: mm, label: mm === 0 ? 'Один срез' : inMm(mm) }))}
      onChange={(value) => state.set({ slabMm: value })}
    />
  );
}

function SlabMenu({ workspace: { state } }: { workspace: Workspace }) {
  const { blend, panoramaSlabMm, crossSectionStepMm } = useStore(state, (all) => all);
  return (
    <Menu position="bottom-end" closeOnItemClick={false} shadow="lg">
      <Menu.Target>
        <button type="button" className={controls.choice} aria-label="Слои и сечения">
          <IconAdjustments size={18} stroke={1.6} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Radios
          label="Слой показывает"
          value={blend}
          options={[
            ['mean', 'Среднее'],
            ['max', 'Самое плотное'],
          ]}
          onChange={(value) => state.set({ blend: value })}
        />
        <Radios
          label="Слой панорамы"
          value={panoramaSlabMm}
          options={PANORAMA_SLABS_MM.map((mm) => [mm, inMm(mm)])}
          onChange={(value) => state.set({ panoramaSlabMm: value })}
        />
        <Radios
          label="Между сечениями"
          value={crossSectionStepMm}
          options={CROSS_SECTION_STEPS_MM.map((mm) => [mm, inMm(mm)])}
          onChange={(value) => state.set({ crossSectionStepMm: value })}
        />
      </Menu.Dropdown>
    </Menu>
  );
}

const VolumeAnnotationsMenu = ({ workspace }: { workspace: Workspace }) => (
  <AnnotationsMenu
    annotations={workspace.annotations}
    unitMm={[1, 1, 1]}
    onShow={(annotation) => showAnnotation(workspace, annotation)}
  />
);

interface RadiosProps<Value> {
  label: string;
  value: Value;
  options: readonly (readonly [value: Value, label: string])[];
  onChange: (value: Value) => void;
}

const Radios = <Value extends string | number>({ label, value, options, onChange }: RadiosProps<Value>) => (
  <>
    <Menu.Label>{label}</Menu.Label>
    <Menu.RadioGroup
      value={String(value)}
      onChange={(chosen) => {
        const option = options.find(([one]) => String(one) === chosen);
        if (option) onChange(option[0]);
      }}
    >
      {options.map(([one, optionLabel]) => (
        <Menu.RadioItem key={one} value={String(one)}>
          {optionLabel}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  </>
);
