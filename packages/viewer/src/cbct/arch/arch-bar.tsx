import { Button, Group } from '@mantine/core';
import bar from '../../shell/bar.module.css';
import { useFields, useStore } from '../../state/store.ts';
import { toggleArchEditing } from '../workspace/commands.ts';
import { hasJawArch, removeJawArch, selectJaw } from './jaw-arches.ts';
import { JAWS } from '../workspace/labels.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Shown while the arch is edited: the choice of the arch, a hint, and the buttons that end or revert the editing. */
export function ArchBar({ workspace }: { workspace: Workspace }) {
  const { editing, jaw } = useFields(workspace.state, 'editing', 'jaw');
  const hasOwn = useStore(workspace.annotations, () => hasJawArch(workspace, jaw));
  if (!editing) return null;
  return (
    <div className={bar.bar} role="group" aria-label="Зубная дуга">
      <Group gap={6} wrap="nowrap">
        {JAWS.map((one) => (
          <Button
            key={one.value}
            size="compact-md"
            variant={one.value === jaw ? 'filled' : 'default'}
            aria-pressed={one.value === jaw}
            onClick={() => selectJaw(workspace, one.value)}
          >
            {one.short}
          </Button>
        ))}
      </Group>
      <span className={bar.facts}>Тяните точки или всю дугу; щелчок по дуге добавит точку</span>
      <div className={bar.end}>
        {hasOwn && (
          <Button size="compact-md" variant="default" onClick={() => removeJawArch(workspace, jaw)}>
            Как общая
          </Button>
        )}
        <Button size="compact-md" onClick={() => toggleArchEditing(workspace)}>
          Готово
        </Button>
      </div>
    </div>
  );
}
