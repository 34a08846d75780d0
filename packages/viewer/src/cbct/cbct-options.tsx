import { IconQuestionMark, IconStack2 } from '@tabler/icons-react';
import { inMm } from '../annotations/annotation.ts';
import { DicomForm } from '../output/dicom-form.tsx';
import { OutputButton } from '../output/output-button.tsx';
import { PrintButton } from '../output/print-button.tsx';
import { buttonOf } from '../controls/action.ts';
import { AnnotationsMenu } from '../shell/annotations-menu.tsx';
import { Choice } from '../controls/choice.tsx';
import { ToolButton } from '../controls/tool-button.tsx';
import { useNarrowScreen } from '../controls/use-narrow-screen.ts';
import { useFields, useStore } from '../state/store.ts';
import { ACTIONS } from './workspace/actions.ts';
import { ArchButton } from './arch/arch-button.tsx';
import { setWindow, showAnnotation, toggleVolume } from './workspace/commands.ts';
import { ExportForm } from './export/export-form.tsx';
import { saveFourthPane } from './workspace/fourth-pane.ts';
import { toothOfImplant } from './workspace/implants.ts';
import { toggleLevelling } from './levelling/levelling.ts';
import { Plan } from './implant-plan/planning.tsx';
import { ReadingMenu } from './reading-menu.tsx';
import { SavedLayouts } from './layouts/saved-layouts.tsx';
import { SectionSheetsForm } from './export/section-sheets-form.tsx';
import { isVolumeAlone, LAYOUTS, SLABS_MM } from './workspace/state.ts';
import { windowPresetsOf } from './workspace/tools.ts';
import type { Workspace } from './workspace/workspace.ts';

/** The controls in the header: layout, arch, window, slab, annotations, help. */
export function CbctOptions({ workspace, onHelp }: { workspace: Workspace; onHelp: () => void }) {
  const narrow = useNarrowScreen();
  return (
    <>
      {!narrow && <LayoutOptions workspace={workspace} />}
      {(narrow || workspace.study.can.mark) && <SavedLayouts workspace={workspace} />}
      <ArchButton workspace={workspace} />
      <LevellingButton workspace={workspace} />
      <WindowChoice workspace={workspace} />
      <SlabChoice workspace={workspace} />
      <ReadingMenu workspace={workspace} />
      <Plan workspace={workspace} />
      <VolumeAnnotationsMenu workspace={workspace} />
      <OutputButton study={workspace.study} paneActions={(output) => <PrintButton output={output} />}>
        {(output) =>
          // a picture of a pane shows that the volume is joined, but these files would look like those of a series
          workspace.joined ? null : (
            <>
              <SectionSheetsForm workspace={workspace} output={output} />
              <ExportForm workspace={workspace} output={output} />
              <DicomForm
                {...workspace}
                output={output}
                toothOf={(implant) => toothOfImplant(workspace, implant)}
              />
            </>
          )
        }
      </OutputButton>
      <ToolButton icon={IconQuestionMark} label="Управление" shortcut="?" side="bottom" onClick={onHelp} />
    </>
  );
}

/** The choice of the fourth pane is first, so that its absence moves no other button. */
function LayoutOptions({ workspace }: { workspace: Workspace }) {
  const { state } = workspace;
  const { layout, fourth, single } = useFields(state, 'layout', 'fourth', 'single');
  const isVolume = isVolumeAlone({ layout, single });
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
          key={one}
          {...buttonOf(ACTIONS[one])}
          side="bottom"
          pressed={layout === one && !(one === 'single' && isVolume)}
          onClick={() => state.set({ layout: one, ...(isVolume && { single: 'axial' }) })}
        />
      ))}
      <ToolButton
        text={ACTIONS.volume.label}
        label={ACTIONS.volume.label}
        shortcut={ACTIONS.volume.shortcut}
        side="bottom"
        pressed={isVolume}
        onClick={() => toggleVolume(workspace)}
      />
    </>
  );
}

function LevellingButton({ workspace }: { workspace: Workspace }) {
  const { levelling, frame } = useFields(workspace.state, 'levelling', 'frame');
  return (
    <ToolButton
      {...buttonOf(ACTIONS.levelling)}
      {...(frame && { label: 'Выравнивание: объём выровнен' })}
      side="bottom"
      pressed={levelling !== undefined}
      onClick={() => toggleLevelling(workspace)}
    />
  );
}

function WindowChoice({ workspace }: { workspace: Workspace }) {
  const displayWindow = useStore(workspace.state, (all) => all.displayWindow);
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
  const slabMm = useStore(state, (all) => all.slabMm);
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

const VolumeAnnotationsMenu = ({ workspace }: { workspace: Workspace }) => (
  <AnnotationsMenu
    annotations={workspace.annotations}
    unitMm={[1, 1, 1]}
    onShow={(annotation) => showAnnotation(workspace, annotation)}
  />
);
