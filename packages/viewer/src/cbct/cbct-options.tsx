import { Menu } from '@mantine/core';
import {
  IconAdjustments,
  IconLayoutGrid,
  IconLayoutRows,
  IconQuestionMark,
  IconSquare,
  IconStack2,
} from '@tabler/icons-react';
import { Choice } from '../shell/choice.tsx';
import { ToolButton } from '../shell/tool-button.tsx';
import { inMm } from '../annotations/annotation.ts';
import { AnnotationsMenu } from '../shell/annotations-menu.tsx';
import { useStore } from '../store.ts';
import { fromPatient } from '../volume/placement.ts';
import { ArchButton } from './arch-button.tsx';
import { type Workspace, moveCursor } from './workspace.ts';
import { type Layout, PANORAMA_SLABS_MM, CROSS_SECTION_STEPS_MM, SLABS_MM } from './state.ts';
import { PRESETS } from './tools.ts';
import { setWindow } from './use-cbct-shortcuts.ts';
import shell from '../shell/shell.module.css';
import { useMediaQuery } from '@mantine/hooks';

const LAYOUTS: { layout: Layout; label: string; icon: typeof IconSquare }[] = [
  { layout: 'four', label: 'Четыре вида', icon: IconLayoutGrid },
  { layout: 'panorama', label: 'Панорама и сечения', icon: IconLayoutRows },
  { layout: 'single', label: 'Один вид', icon: IconSquare },
];

/** How the volume is shown: panes, window, thickness; and the arch. */
export function CbctOptions({ workspace, onHelp }: { workspace: Workspace; onHelp: () => void }) {
  const { state, series, annotations, volumeClient } = workspace;
  const { layout, fourth, displayWindow, slabMm, blend, panoramaSlabMm, crossSectionStepMm } = useStore(
    state,
    (all) => all,
  );
  const narrow = useMediaQuery('(max-width: 767px)');
  const windows = [{ value: 'auto', label: 'По умолчанию', key: '0', ...series.window }, ...PRESETS];
  const shown = windows.find(
    ({ center, width }) => center === displayWindow.center && width === displayWindow.width,
  );
  return (
    <>
      {!narrow &&
        LAYOUTS.map((one) => (
          <ToolButton
            key={one.layout}
            icon={one.icon}
            label={one.label}
            side="bottom"
            pressed={layout === one.layout}
            onClick={() => state.set({ layout: one.layout })}
          />
        ))}
      {!narrow && layout === 'four' && (
        <Choice
          label="Четвёртый вид"
          value={fourth}
          options={[
            { value: 'panorama', label: 'Панорама' },
            { value: 'volume', label: 'Объём' },
          ]}
          onChange={(value) => state.set({ fourth: value })}
        />
      )}
      <ArchButton workspace={workspace} />
      <Choice
        label="Окно"
        shown={shown?.label ?? `${Math.round(displayWindow.center)} / ${Math.round(displayWindow.width)}`}
        value={shown?.value}
        options={windows}
        onChange={(value) => {
          const chosen = windows.find((one) => one.value === value);
          if (chosen) setWindow(workspace, chosen);
        }}
      />
      <Choice
        label="Толщина слоя"
        icon={<IconStack2 size={18} stroke={1.6} aria-hidden />}
        shown={slabMm === 0 ? 'Срез' : inMm(slabMm)}
        value={slabMm}
        options={SLABS_MM.map((mm) => ({ value: mm, label: mm === 0 ? 'Один срез' : inMm(mm) }))}
        onChange={(value) => state.set({ slabMm: value })}
      />
      <Menu position="bottom-end" closeOnItemClick={false} shadow="lg">
        <Menu.Target>
          <button type="button" className={shell.choice} aria-label="Слои и сечения">
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
      <AnnotationsMenu
        annotations={annotations}
        unitMm={[1, 1, 1]}
        onShow={(annotation) => {
          annotations.set({ selected: annotation.markID, shown: true });
          const [point] = annotation.points;
          if (annotation.on === 'volume' && point)
            moveCursor(workspace, fromPatient(volumeClient.placement, point));
        }}
      />
      <ToolButton icon={IconQuestionMark} label="Управление" shortcut="?" side="bottom" onClick={onHelp} />
    </>
  );
}

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
      {options.map(([one, label]) => (
        <Menu.RadioItem key={one} value={String(one)}>
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  </>
);
