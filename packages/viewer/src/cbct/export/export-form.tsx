import { Button, Group, NumberInput, SegmentedControl, Text } from '@mantine/core';
import { IconCube, IconDownload } from '@tabler/icons-react';
import { writePly, writeStl } from '@snimok/imaging/surface/write-mesh';
import { useState, useSyncExternalStore } from 'react';
import type { Output } from '../../output/output-dialog.tsx';
import classes from '../../output/output.module.css';
import { saveFile } from '../../output/save-file.ts';
import { useStore } from '../../state/store.ts';
import { meshInPatient, niftiParts } from '../../volume/voxels/export-volume.ts';
import type { RequestKind, VolumeRequests } from '../../volume/worker/messages.ts';
import type { VolumeClient } from '../../volume/worker/volume-client.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Between soft tissue and cortical bone in Hounsfield units. */
const BONE_LEVEL = 500;
/** Blocks of two voxels give a file of an eighth of the size. */
const ACCURACIES = [
  { value: '2', label: 'Обычная' },
  { value: '1', label: 'Полная' },
];

const ask = <K extends RequestKind>(client: VolumeClient, kind: K, request: VolumeRequests[K]['request']) =>
  new Promise<VolumeRequests[K]['response']>((resolve) => client.request('export', kind, request, resolve));

interface ExportFormProps {
  workspace: Workspace;
  output: Output;
}

/** The volume and its surface as files for other programs. */
export function ExportForm({ workspace, output: { study, run, isRunning } }: ExportFormProps) {
  const { volumeClient } = workspace;
  const [level, setLevel] = useState(BONE_LEVEL);
  const [every, setEvery] = useState('2');
  const isComplete = useSyncExternalStore(volumeClient.subscribe, () => volumeClient.isComplete);
  const isLevelled = useStore(workspace.state, ({ frame }) => frame !== undefined);
  const isDisabled = isRunning || !isComplete;
  const name = `Исследование ${study.studyID}`;
  const saveVolume = async () => {
    const parts = await niftiParts(volumeClient.placement, (index) =>
      ask(volumeClient, 'slice', { axis: 2, index, slices: 1, blend: 'mean' }),
    );
    saveFile(new Blob(parts, { type: 'application/octet-stream' }), `${name}.nii`);
  };
  const saveSurface = async (format: 'stl' | 'ply') => {
    const found = await ask(volumeClient, 'surface', { level, every: Number(every) });
    if (found.triangles.length === 0) return 'Плотнее этого порога в снимке ничего нет.';
    const mesh = meshInPatient(found, volumeClient.placement);
    const bytes = format === 'stl' ? writeStl(mesh, 'LPS mm') : writePly(mesh, 'LPS mm');
    saveFile(new Blob([bytes], { type: 'application/octet-stream' }), `${name}.${format}`);
    return undefined;
  };
  return (
    <section className={classes.section} aria-label="Объём для других программ">
      <Text fw={600}>Объём для других программ</Text>
      <Text size="sm" c="dimmed">
        {isComplete
          ? 'Размеры в миллиметрах, в координатах снимка. Имени пациента в файлах нет.'
          : 'Дождитесь полной загрузки объёма.'}
      </Text>
      {isLevelled && (
        <Text size="sm" c="dimmed">
          Выравнивание действует только на экране: файлы сохраняются в координатах аппарата.
        </Text>
      )}
      <Group gap="sm" align="flex-end" mt="xs">
        <NumberInput
          label="Порог поверхности, серые значения"
          w={170}
          value={level}
          min={-1000}
          max={6000}
          step={50}
          onChange={(typed) => typeof typed === 'number' && setLevel(typed)}
        />
        <SegmentedControl
          aria-label="Точность поверхности"
          data={ACCURACIES}
          value={every}
          onChange={setEvery}
        />
      </Group>
      <Group gap="sm" mt="sm">
        {(['stl', 'ply'] as const).map((format) => (
          <Button
            key={format}
            variant="default"
            leftSection={<IconCube size={18} />}
            disabled={isDisabled}
            onClick={() => run(() => saveSurface(format))}
          >
            Поверхность {format.toUpperCase()}
          </Button>
        ))}
        <Button
          variant="default"
          leftSection={<IconDownload size={18} />}
          disabled={isDisabled}
          onClick={() => run(saveVolume)}
        >
          Объём NIfTI
        </Button>
      </Group>
    </section>
  );
}
