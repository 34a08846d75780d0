import { Button } from '@mantine/core';
import { IconCube, IconDownload } from '@tabler/icons-react';
import { useId } from 'react';
import { modelName } from '@snimok/contract/viewing/segmentation-labels';
import { SEGMENTATION_FILES, SEGMENTATION_STATES } from '../study/labels.ts';
import { useFields } from '../state/store.ts';
import { useViewerHost } from '../study/viewer-host.ts';
import { Proposals, type ProposalsProps } from './proposals.tsx';
import type { Segmentation } from './segmentation-store.ts';
import classes from './scene.module.css';

interface SegmentationPanelProps extends Omit<ProposalsProps, 'onDecide'> {
  studyID: number;
}

/** Requests the segmentation of the study, shows its state and saves its files. */
export function SegmentationPanel({ studyID, store, ...shown }: SegmentationPanelProps) {
  const { segmentation, isChanging, failure } = useFields(store, 'segmentation', 'isChanging', 'failure');
  const { explain, segmentation: calls } = useViewerHost();
  const title = useId();
  if (!segmentation || !calls) return null;
  const { status, progress, reason, finishedAt, model } = segmentation;
  const isRunning = status === 'queued' || status === 'running';
  return (
    <section className={classes.segmentation} aria-labelledby={title}>
      <h3 id={title}>3D-сегментация: {SEGMENTATION_STATES[status]}</h3>
      <p role="status">
        {status === 'ready' && model
          ? `Предложено программой ${modelName(model)}: проверьте по срезам.`
          : (EXPLANATIONS[status] ?? reason)}
      </p>
      {status === 'running' && <p>Выполняется: {Math.round((progress ?? 0) * 100)}&nbsp;%</p>}
      {failure !== undefined && <p role="alert">{explain(failure)}</p>}
      {status === 'ready' && model && (
        <Proposals
          {...shown}
          store={store}
          onDecide={(decisions) => void store.change((seen) => calls.decide(studyID, seen, decisions))}
        />
      )}
      {status === 'ready' &&
        filesIn(segmentation).map((file) => (
          <Button
            key={file}
            variant="default"
            justify="flex-start"
            leftSection={<IconDownload size={16} />}
            onClick={() => void calls.download(studyID, file).catch(store.fail)}
          >
            {SEGMENTATION_FILES[file]}
          </Button>
        ))}
      {isRunning ? (
        <Button
          variant="default"
          loading={isChanging}
          onClick={() => void store.change(() => calls.cancel(studyID))}
        >
          Отменить
        </Button>
      ) : (
        <StartButton
          status={status}
          isChanging={isChanging}
          onStart={() => void store.change(() => calls.request(studyID, finishedAt ?? 'none'))}
        />
      )}
    </section>
  );
}

const filesIn = ({ files, structuresBytes }: Segmentation): (keyof typeof SEGMENTATION_FILES)[] => {
  const surfaces = files.map(({ file }) => file);
  return structuresBytes ? [...surfaces, STRUCTURES_FILE] : surfaces;
};

interface StartButtonProps {
  status: Segmentation['status'];
  isChanging: boolean;
  onStart: () => void;
}

const StartButton = ({ status, isChanging, onStart }: StartButtonProps) => (
  <Button
    variant={status === 'ready' ? 'default' : 'filled'}
    leftSection={<IconCube size={16} />}
    loading={isChanging}
    onClick={onStart}
  >
    {status === 'none' ? 'Построить' : 'Построить заново'}
  </Button>
);

const STRUCTURES_FILE = 'structures.glb' as const;

const WAIT = 'Просмотр можно закрыть: когда всё будет готово, врачу придёт письмо.';

/** A failed segmentation is explained by the server's sentence instead. */
const EXPLANATIONS: Partial<Record<keyof typeof SEGMENTATION_STATES, string>> = {
  none: 'Портал построит поверхности обеих челюстей с зубами, других костей и дыхательных путей.',
  queued: `Ждёт очереди. ${WAIT}`,
  running: `Строим поверхности, это займёт несколько минут. ${WAIT}`,
  ready: 'Поверхности показаны в объёме. Отдельные зубы не выделяются.',
  cancelled: 'Построение отменено.',
};
