import { Button, Group, Progress } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconRotate,
  IconRotateClockwise,
} from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { ToolButton } from '../controls/tool-button.tsx';
import { useFields, useStore } from '../state/store.ts';
import { rotateLater, shiftLater } from './commands.ts';
import classes from './compare.module.css';
import { agreementLabel, hasLowAgreement } from './labels.ts';
import type { StitchingControl } from './use-stitching.ts';
import { accepted, linkedAtCursors, rejected, withLink, type Alignment } from './state.ts';
import type { CompareWorkspace } from './workspace.ts';

export interface RegistrationControl {
  start: (around: boolean) => void;
  cancel: () => void;
}

interface AlignmentBarProps {
  workspace: CompareWorkspace;
  registration: RegistrationControl;
  stitching: StitchingControl;
}

/** What is known of the alignment, and the next steps: register, adjust, confirm. */
export function AlignmentBar({ workspace, registration, stitching }: AlignmentBarProps) {
  const { state } = workspace;
  const { linked, progress, alignment, hasFailed, tool, mode, blend } = useFields(
    state,
    'linked',
    'progress',
    'alignment',
    'hasFailed',
    'tool',
    'mode',
    'blend',
  );
  return (
    <div className={classes.bar} role="group" aria-label="Совмещение">
      {mode === 'blend' && (
        <input
          type="range"
          className={classes.blend}
          aria-label="Доля более нового исследования"
          min={0}
          max={1}
          step={0.05}
          value={blend}
          onChange={(event) => state.set({ blend: Number(event.currentTarget.value) })}
        />
      )}
      {!linked && <Unlinked workspace={workspace} />}
      {linked && progress !== undefined && (
        <Running
          text="Совмещаем по костям…"
          label="Совмещение по костям"
          progress={progress}
          onCancel={registration.cancel}
        />
      )}
      {linked && stitching.progress !== undefined && (
        <Running
          text="Сшиваем снимки…"
          label="Сшивание снимков"
          progress={stitching.progress}
          onCancel={stitching.cancel}
        />
      )}
      {linked && progress === undefined && stitching.progress === undefined && (
        <>
          <AlignmentState alignment={alignment} hasFailed={hasFailed} />
          {stitching.refusal && alignment.state === 'accepted' && (
            <span role="alert" className={classes.refusal}>
              {stitching.refusal}
            </span>
          )}
          {tool === 'align' && <Steps workspace={workspace} />}
          {alignment.state === 'found' || alignment.state === 'manual' ? (
            <Decision workspace={workspace} />
          ) : (
            <Start workspace={workspace} registration={registration} stitching={stitching} />
          )}
        </>
      )}
    </div>
  );
}

interface RunningProps {
  text: string;
  label: string;
  progress: number;
  onCancel: () => void;
}

const Running = ({ text, label, progress, onCancel }: RunningProps) => (
  <>
    <span role="status">{text}</span>
    <Progress w={160} value={progress * 100} aria-label={label} />
    <Button size="compact-md" variant="default" onClick={onCancel}>
      Остановить
    </Button>
  </>
);

const Unlinked = ({ workspace: { state } }: { workspace: CompareWorkspace }) => (
  <>
    <span role="status">Исследования листаются раздельно. Поставьте оба прицела в одну точку.</span>
    <Group gap={6}>
      <Button size="compact-md" onClick={() => state.set(linkedAtCursors)}>
        Связать по прицелам
      </Button>
      <Button size="compact-md" variant="default" onClick={() => state.set((all) => withLink(all, true))}>
        Связать как было
      </Button>
    </Group>
  </>
);

const STATE_TEXTS: Record<Alignment['state'], string> = {
  centres: 'Не совмещено: совпадают только середины объёмов.',
  found: 'Проверьте совмещение.',
  manual: 'Совмещено вручную, не подтверждено.',
  accepted: 'Совмещение подтверждено.',
};

function AlignmentState({ alignment, hasFailed }: { alignment: Alignment; hasFailed: boolean }) {
  const isAccepted = alignment.state === 'accepted';
  const isLow = hasLowAgreement(alignment);
  return (
    <span
      role="status"
      className={classes.state}
      data-accepted={isAccepted || undefined}
      data-unconfirmed={isAccepted ? undefined : ''}
    >
      {hasFailed && 'Совместить не удалось: не хватило памяти. '}
      {STATE_TEXTS[alignment.state]} {agreementLabel(alignment)}
      {isLow && '. Кости совпали плохо: совместите у прицела или вручную.'}
    </span>
  );
}

function Start({ workspace, registration, stitching }: AlignmentBarProps) {
  const { sides } = workspace;
  const isAccepted = useStore(workspace.state, ({ alignment }) => alignment.state === 'accepted');
  const isLoaded = [useIsComplete(sides[0]), useIsComplete(sides[1])].every(Boolean);
  return (
    <Group gap={6}>
      {isAccepted && (
        <Button
          size="compact-md"
          disabled={!isLoaded}
          title="Shift + J"
          aria-keyshortcuts="Shift+J"
          onClick={stitching.start}
        >
          Сшить в один объём
        </Button>
      )}
      <Button
        size="compact-md"
        {...(isAccepted && { variant: 'default' })}
        disabled={!isLoaded}
        title="G"
        aria-keyshortcuts="G"
        onClick={() => registration.start(false)}
      >
        {isLoaded ? 'Совместить по костям' : 'Загружаем исследования…'}
      </Button>
      <Button
        size="compact-md"
        variant="default"
        disabled={!isLoaded}
        title="Shift + G"
        aria-keyshortcuts="Shift+G"
        onClick={() => registration.start(true)}
      >
        Только у прицела
      </Button>
    </Group>
  );
}

const useIsComplete = ({ volumeClient }: CompareWorkspace['sides'][0]): boolean =>
  useSyncExternalStore(volumeClient.subscribe, () => volumeClient.isComplete);

const Decision = ({ workspace: { state } }: { workspace: CompareWorkspace }) => (
  <Group gap={6}>
    <Button
      size="compact-md"
      title="Enter"
      aria-keyshortcuts="Enter"
      onClick={() => state.set((all) => ({ ...accepted(all), tool: 'crosshair' }))}
    >
      Подтвердить
    </Button>
    <Button
      size="compact-md"
      variant="default"
      title="Delete"
      aria-keyshortcuts="Delete"
      onClick={() => state.set(rejected)}
    >
      Отклонить
    </Button>
    <Button size="compact-md" variant="default" title="H" onClick={() => state.set({ tool: 'align' })}>
      Поправить
    </Button>
  </Group>
);

export const STEP_MM = 0.25;
export const STEP_DEGREES = 0.25;

const SHIFTS = [
  { label: 'Сдвинуть влево', icon: IconArrowLeft, right: -1, down: 0 },
  { label: 'Сдвинуть вправо', icon: IconArrowRight, right: 1, down: 0 },
  { label: 'Сдвинуть вверх', icon: IconArrowUp, right: 0, down: -1 },
  { label: 'Сдвинуть вниз', icon: IconArrowDown, right: 0, down: 1 },
] as const;

/** Small steps of the later study in the shown plane. */
const Steps = ({ workspace }: { workspace: CompareWorkspace }) => (
  <Group gap={0} wrap="nowrap">
    {SHIFTS.map(({ label, icon, right, down }) => (
      <ToolButton
        key={label}
        icon={icon}
        label={label}
        side="top"
        onClick={() => shiftLater(workspace, right * STEP_MM, down * STEP_MM)}
      />
    ))}
    <ToolButton
      icon={IconRotate}
      label="Повернуть против часовой стрелки"
      shortcut="["
      side="top"
      onClick={() => rotateLater(workspace, -STEP_DEGREES)}
    />
    <ToolButton
      icon={IconRotateClockwise}
      label="Повернуть по часовой стрелке"
      shortcut="]"
      side="top"
      onClick={() => rotateLater(workspace, STEP_DEGREES)}
    />
  </Group>
);
