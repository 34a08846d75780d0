import { Button, Group } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconRotate,
  IconRotateClockwise,
  IconArrowBarDown,
  IconArrowBarUp,
} from '@tabler/icons-react';
import panels from '../shell/panels.module.css';
import { ToolButton } from '../shell/tool-button.tsx';
import { useStore } from '../store.ts';
import {
  LEVELLING_POINTS,
  resetLevelling,
  rotateLevelling,
  startPicking,
  toggleLevelling,
} from './levelling.ts';
import type { Workspace } from './workspace.ts';

const ROTATIONS = [
  { label: 'Наклонить вперёд', icon: IconArrowBarDown, about: 0, degrees: 1 },
  { label: 'Наклонить назад', icon: IconArrowBarUp, about: 0, degrees: -1 },
  { label: 'Наклонить к правому плечу', icon: IconArrowBackUp, about: 1, degrees: 1 },
  { label: 'Наклонить к левому плечу', icon: IconArrowForwardUp, about: 1, degrees: -1 },
  { label: 'Повернуть вправо', icon: IconRotateClockwise, about: 2, degrees: 1 },
  { label: 'Повернуть влево', icon: IconRotate, about: 2, degrees: -1 },
] as const;

/** While the volume is being levelled: the choice of a plane, the points to set, small rotations. */
export function LevellingBar({ workspace }: { workspace: Workspace }) {
  const { levelling, frame } = useStore(workspace.state, (all) => all);
  if (!levelling) return null;
  const { by, points, isPicking, failed } = levelling;
  return (
    <div className={panels.inspector} role="group" aria-label="Выравнивание">
      {isPicking ? (
        <>
          <span role="status">
            {failed && 'Точки лежат почти на одной прямой. '}
            {points.length + 1} из 3: {LEVELLING_POINTS[by][points.length]}
          </span>
          <Button
            size="compact-md"
            variant="default"
            onClick={() => workspace.state.set({ levelling: { ...levelling, points: [], isPicking: false } })}
          >
            Отмена
          </Button>
        </>
      ) : (
        <>
          <Group gap={6}>
            <Button size="compact-md" variant="light" onClick={() => startPicking(workspace, 'occlusal')}>
              Окклюзионная
            </Button>
            <Button size="compact-md" variant="light" onClick={() => startPicking(workspace, 'frankfurt')}>
              Франкфуртская
            </Button>
          </Group>
          <Group gap={0} wrap="nowrap">
            {ROTATIONS.map(({ label, icon, about, degrees }) => (
              <ToolButton
                key={label}
                icon={icon}
                label={label}
                side="top"
                onClick={() => rotateLevelling(workspace, about, degrees)}
              />
            ))}
          </Group>
          <Group gap={6} wrap="nowrap">
            <Button
              size="compact-md"
              variant="default"
              disabled={!frame}
              onClick={() => resetLevelling(workspace)}
            >
              Сбросить
            </Button>
            <Button size="compact-md" onClick={() => toggleLevelling(workspace)}>
              Готово
            </Button>
          </Group>
        </>
      )}
    </div>
  );
}
