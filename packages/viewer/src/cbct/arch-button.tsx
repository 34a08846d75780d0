import { Button, Group } from '@mantine/core';
import { planeToSpace } from '@snimok/imaging/panorama/plane';
import { IconDental } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import shell from '../shell/shell.module.css';
import { ToolButton } from '../shell/tool-button.tsx';
import { useStore } from '../store.ts';
import { useViewerHost } from '../viewer-host.ts';
import { toPatient } from '../volume/placement.ts';
import { toggleArchEditing } from './commands.ts';
import type { Workspace } from './workspace.ts';

/** Starts and ends the editing of the arch. An assistant may save it, and the panorama is then made again. */
export function ArchButton({ workspace }: { workspace: Workspace }) {
  const { editing, arch } = useStore(workspace.state, (all) => all);
  const { save, isSaving, revert, message, clearMessage } = useArchCorrection(workspace);
  return (
    <>
      <ToolButton
        icon={IconDental}
        label={editing ? 'Закончить правку дуги' : 'Править дугу на аксиальном срезе'}
        side="bottom"
        pressed={editing}
        onClick={() => {
          toggleArchEditing(workspace);
          clearMessage();
        }}
      />
      {(arch.changed || message) && (
        <Group gap={6} wrap="nowrap">
          {message && <output className={shell.status}>{message}</output>}
          {arch.changed && workspace.study.can.correctArch && (
            <Button size="compact-md" loading={isSaving} onClick={() => void save()}>
              Сохранить панораму
            </Button>
          )}
          {arch.changed && (
            <Button size="compact-md" variant="default" disabled={isSaving} onClick={revert}>
              Вернуть дугу
            </Button>
          )}
        </Group>
      )}
    </>
  );
}

function useArchCorrection({ state, study, volumeClient }: Workspace) {
  const { correctArch, explain } = useViewerHost();
  const [isSaving, setIsSaving] = useState(false);
  const [message, setMessage] = useState('');
  // the second click of a double click arrives before the button is rendered as loading
  const isBusy = useRef(false);

  const save = async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    setIsSaving(true);
    try {
      const { arch } = state.get();
      const points = arch.points.map((point) => {
        const [x, y, z] = toPatient(volumeClient.placement, planeToSpace(arch.plane, point));
        return [x, y, z] as [number, number, number];
      });
      const { arch: saved } = await correctArch(study.studyID, points, arch.version);
      const storedArch = { ...arch, version: saved?.version ?? null, isStored: true, changed: false };
      state.set({ arch: storedArch, storedArch, editing: false });
      setMessage('Панорама строится заново');
    } catch (reason) {
      setMessage(explain(reason));
    }
    isBusy.current = false;
    setIsSaving(false);
  };
  const revert = () => {
    state.set(({ storedArch }) => ({ arch: storedArch, editing: false }));
    setMessage('');
  };
  return { save, isSaving, revert, message, clearMessage: () => setMessage('') };
}
