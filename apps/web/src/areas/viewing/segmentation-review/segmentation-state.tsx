import { Alert, Anchor, Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { Segmentation } from '@snimok/contract/viewing/segmentation-review';
import { modelName } from '@snimok/contract/viewing/segmentation-labels';
import { SEGMENTATION_FILES } from '@snimok/viewer/study/labels';
import { IconCube, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { CallProblem } from '@snimok/api-client/call';
import { counted } from '@snimok/api-client/format-numbers';
import { startDownload } from '../../../shared/calls/start-download.ts';
import { FailureAlert } from '../../../shared/failures/failure-alert.tsx';
import { showFailure } from '../../../shared/failures/show-failure.ts';
import { segmentationFileURL, segmentationQuery, useSegmentationRequest } from './queries.ts';

type State = z.output<typeof Segmentation>;

const PARTS = {
  upper: 'верхняя челюсть и зубы',
  lower: 'нижняя челюсть и зубы',
  otherBone: 'другие кости',
  airway: 'дыхательные пути',
} as const;

const STRUCTURES_FILE = 'structures.glb' as const;

/** What a model has found, and how much of it waits for a person. */
const proposalsOf = ({ results = [] }: State, model: string): string => {
  const findings = results.filter(({ finding }) => finding !== null);
  const waiting = findings.filter(({ state }) => state === 'proposed').length;
  const found = `Программа ${model} выделила зубы и другие структуры и предложила ${counted(findings.length, 'находку', 'находки', 'находок')}.`;
  const open = `Ждут решения: ${waiting}. Примите или отклоните их в онлайн-просмотре, в виде «Объём» (Shift + L).`;
  return waiting > 0 ? `${found} ${open}` : found;
};

const inCm3 = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 });

/** Starts the segmentation of a study, shows its progress and offers its files. */
export function SegmentationState({ studyID }: { studyID: number }) {
  const { data: state, error } = useQuery(segmentationQuery(studyID));
  const { start, cancel } = useSegmentationRequest(studyID);
  const failure = error ?? start.error ?? cancel.error;
  // a server of the previous version has no segmentation
  const isUnknown = failure instanceof CallProblem && failure.status === 404;
  if (!state) return <FailureAlert reason={!isUnknown && failure} />;
  const isRunning = state.status === 'queued' || state.status === 'running';
  return (
    <Stack gap="sm">
      <FailureAlert reason={failure} />
      <CurrentState studyID={studyID} state={state} />
      <Group gap="sm">
        {isRunning ? (
          <Anchor component="button" type="button" onClick={() => cancel.mutate()}>
            Отменить
          </Anchor>
        ) : (
          <Button
            leftSection={<IconCube size={18} />}
            variant={state.status === 'ready' ? 'subtle' : 'filled'}
            loading={start.isPending}
            onClick={() => start.mutate(state.finishedAt ?? 'none')}
          >
            {state.status === 'none' ? 'Построить' : 'Построить заново'}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

interface CurrentStateProps {
  studyID: number;
  state: State;
}

function CurrentState({ studyID, state }: CurrentStateProps) {
  switch (state.status) {
    case 'none':
      return null;
    case 'queued':
      return (
        <Progressing share={state.progress}>
          Ждёт очереди. Окно можно закрыть: когда всё будет готово, врачу придёт письмо.
        </Progressing>
      );
    case 'running':
      return (
        <Progressing share={state.progress}>
          Строим поверхности, это займёт несколько минут. Окно можно закрыть: врачу придёт письмо.
        </Progressing>
      );
    case 'ready':
      return <Ready studyID={studyID} state={state} />;
    case 'failed':
      return <Alert color="red">{state.reason}</Alert>;
    case 'cancelled':
      return <Text size="sm">Сегментация отменена.</Text>;
  }
}

const Progressing = ({ share, children }: { share: number | null; children: string }) => (
  <div role="status">
    <Text size="sm" mb={4}>
      {children}
    </Text>
    <Progress value={(share ?? 0) * 100} animated aria-label="Готовность" />
  </div>
);

function Ready({ studyID, state }: CurrentStateProps) {
  const { parts, model, files, structuresBytes } = state;
  const volumes = parts.map(({ part, volumeCm3 }) => `${PARTS[part]} ${inCm3.format(volumeCm3)} см³`);
  const offered = [...files.map(({ file }) => file), ...(structuresBytes ? [STRUCTURES_FILE] : [])];
  return (
    <>
      <Text>
        <strong>Готово.</strong> Поверхности видны в онлайн-просмотре, в виде «Объём»: {volumes.join(', ')}.
      </Text>
      {model && <Text>{proposalsOf(state, modelName(model))}</Text>}
      <Group gap="xs">
        {offered.map((file) => (
          <FileButton key={file} url={segmentationFileURL(studyID, file)}>
            {SEGMENTATION_FILES[file]}
          </FileButton>
        ))}
      </Group>
    </>
  );
}

const FileButton = ({ url, children }: { url: string; children: string }) => (
  <Button
    component="a"
    href={url}
    download
    onClick={(event) => {
      event.preventDefault();
      startDownload(url).catch(showFailure);
    }}
    variant="default"
    size="sm"
    leftSection={<IconDownload size={16} />}
  >
    {children}
  </Button>
);
