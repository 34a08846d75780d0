import { Button } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconRotate,
  IconRotateClockwise,
} from '@tabler/icons-react';
import bar from '../../shell/bar.module.css';
import { ToolButton } from '../../controls/tool-button.tsx';
import { useFields } from '../../state/store.ts';
import {
  LEVELLING_POINTS,
  resetLevelling,
  rotateLevelling,
  startPicking,
  toggleLevelling,
} from './levelling.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** The pairs of rotations about one axis; the patient's right is on the left of the picture. */
const ROTATIONS = [
  {
    name: 'Наклон',
    about: 0,
    turns: [
      { label: 'Наклонить вперёд', icon: IconArrowDown, degrees: 1 },
      { label: 'Наклонить назад', icon: IconArrowUp, degrees: -1 },
    ],
  },
  {
    name: 'К плечу',
    about: 1,
    turns: [
      { label: 'Наклонить к правому плечу', icon: IconRotate, degrees: 1 },
      { label: 'Наклонить к левому плечу', icon: IconRotateClockwise, degrees: -1 },
    ],
  },
  {
    name: 'Поворот',
    about: 2,
    turns: [
      { label: 'Повернуть вправо', icon: IconArrowLeft, degrees: 1 },
      { label: 'Повернуть влево', icon: IconArrowRight, degrees: -1 },
    ],
  },
] as const;

/** While the volume is being levelled: the choice of a plane, the points to set, small rotations. */
export function LevellingBar({ workspace }: { workspace: Workspace }) {
  const { levelling, frame } = useFields(workspace.state, 'levelling', 'frame');
  if (!levelling) return null;
  const { by, points, isPicking, failed } = levelling;
  return (
    <div className={bar.bar} role="group" aria-label="Выравнивание">
      {isPicking ? (
        <>
          <span role="status" className={bar.prompt}>
            {failed && 'Точки лежат почти на одной прямой. '}
            {points.length + 1} из 3: {LEVELLING_POINTS[by][points.length]}
          </span>
          <div className={bar.end}>
            <Button
              size="compact-md"
              variant="default"
              onClick={() =>
                workspace.state.set({ levelling: { ...levelling, points: [], isPicking: false } })
              }
            >
              Отмена
            </Button>
          </div>
        </>
      ) : (
        <>
          <div className={bar.late}>
            <Button size="compact-md" variant="light" onClick={() => startPicking(workspace, 'occlusal')}>
              Окклюзионная
            </Button>
            <Button size="compact-md" variant="light" onClick={() => startPicking(workspace, 'frankfurt')}>
              Франкфуртская
            </Button>
          </div>
          {ROTATIONS.map(({ name, about, turns }) => (
            <span key={name} className={bar.pair}>
              <span>{name}</span>
              {turns.map(({ label, icon, degrees }) => (
                <ToolButton
                  key={label}
                  icon={icon}
                  label={label}
                  side="bottom"
                  onClick={() => rotateLevelling(workspace, about, degrees)}
                />
              ))}
            </span>
          ))}
          <Button
            className={bar.late}
            size="compact-md"
            variant="default"
            disabled={!frame}
            onClick={() => resetLevelling(workspace)}
          >
            Сбросить
          </Button>
          <div className={bar.end}>
            <Button size="compact-md" onClick={() => toggleLevelling(workspace)}>
              Готово
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
