import { Button, Group } from '@mantine/core';
import { planeToSpace } from '@snimok/imaging/panorama/plane';
import { useRef, useState } from 'react';
import { buttonOf } from '../../controls/action.ts';
import shell from '../../shell/shell.module.css';
import { ToolButton } from '../../controls/tool-button.tsx';
import { useFields } from '../../state/store.ts';
import { useViewerHost } from '../../study/viewer-host.ts';
import { toPatient } from '../../volume/voxels/placement.ts';
import { ACTIONS } from '../workspace/actions.ts';
import { rememberArch } from './change-arch.ts';
import { toggleArchEditing } from '../workspace/commands.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Starts and ends the editing of the arch. An assistant may save it, and the panorama is then made again. */
export function ArchButton({ workspace }: { workspace: Workspace }) {
  const { editing, arch, jaw } = useFields(workspace.state, 'editing', 'arch', 'jaw');
  const isChanged = arch.changed && jaw === 'both';
  const { save, isSaving, revert, message, clearMessage } = useArchCorrection(workspace);
  return (
    <>
      <ToolButton
        {...buttonOf(ACTIONS.arch)}
        {...(editing && { label: 'Закончить правку дуги' })}
        side="bottom"
        pressed={editing}
        onClick={() => {
          toggleArchEditing(workspace);
          clearMessage();
        }}
      />
      {(isChanged || message) && (
        <Group gap={6} wrap="nowrap" className={shell.urgent}>
          {message && <output title={message}>{message}</output>}
          {isChanged && workspace.study.can.correctArch && (
            <Button size="compact-md" loading={isSaving} onClick={() => void save()}>
              Сохранить панораму
            </Button>
          )}
          {isChanged && (
            <Button size="compact-md" variant="default" disabled={isSaving} onClick={revert}>
              Вернуть дугу
            </Button>
          )}
        </Group>
      )}
    </>
  );
}

function useArchCorrection(workspace: Workspace) {
  const { state, study, volumeClient } = workspace;
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
    rememberArch(workspace, state.get().arch);
    state.set(({ storedArch }) => ({ arch: storedArch, editing: false }));
    setMessage('');
  };
  return { save, isSaving, revert, message, clearMessage: () => setMessage('') };
}
