import { Button, Group } from '@mantine/core';
import { IconDental } from '@tabler/icons-react';
import { useState } from 'react';
import { placeOf } from '@snimok/imaging/panorama/plane';
import { explain } from '../../../../apps/web/src/shared/explain.ts';
import { useSingly } from '../../../../apps/web/src/shared/use-singly.ts';
import { sendArchCorrection } from '../viewer-session.ts';
import { ToolButton } from '../shell/tool-button.tsx';
import shell from '../shell/shell.module.css';
import { useStore } from '../store.ts';
import { toPatient } from '../volume/placement.ts';
import type { Workspace } from './workspace.ts';
import { averageArch } from './state.ts';

/** An arch that nobody knows yet begins at the cross-hairs. */
export const toggleEditing = ({ state }: Workspace) =>
  state.set(({ editing, arch, cursor, single }) => ({
    editing: !editing,
    // where its handles are
    single: editing ? single : 'axial',
    tool: 'cross',
    arch: arch.isStored || arch.changed ? arch : { ...averageArch(cursor), version: arch.version },
  }));

/** The arch is dragged on the axial slice; who may has the panorama made anew along it. */
export function ArchButton({ workspace }: { workspace: Workspace }) {
  const { state, study, volumeClient } = workspace;
  const { editing, arch } = useStore(state, (all) => all);
  const [pending, setPending] = useState(false);
  const [told, setTold] = useState('');
  const singly = useSingly();

  const back = () => {
    state.set(({ storedArch }) => ({ arch: storedArch, editing: false }));
    setTold('');
  };
  const save = () =>
    singly(async () => {
      setPending(true);
      try {
        const points = arch.points.map((point) => {
          const [x, y, z] = toPatient(volumeClient.placement, placeOf(arch.plane, point));
          return [x, y, z] as [number, number, number];
        });
        const { arch: saved } = await sendArchCorrection(study.studyID, points, arch.version);
        const storedArch = { ...arch, version: saved?.version ?? null, isStored: true, changed: false };
        state.set({ arch: storedArch, storedArch, editing: false });
        setTold('Панорама строится заново');
      } catch (reason) {
        setTold(explain(reason));
      }
      setPending(false);
    });

  return (
    <>
      <ToolButton
        icon={IconDental}
        label={editing ? 'Закончить правку дуги' : 'Править дугу на аксиальном срезе'}
        side="bottom"
        pressed={editing}
        onClick={() => {
          toggleEditing(workspace);
          setTold('');
        }}
      />
      {(arch.changed || told) && (
        <Group gap={6} wrap="nowrap">
          {told && <output className={shell.status}>{told}</output>}
          {arch.changed && study.can.correctArch && (
            <Button size="compact-md" loading={pending} onClick={save}>
              Сохранить панораму
            </Button>
          )}
          {arch.changed && (
            <Button size="compact-md" variant="default" disabled={pending} onClick={back}>
              Вернуть дугу
            </Button>
          )}
        </Group>
      )}
    </>
  );
}
