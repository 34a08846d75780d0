import { Button, Text } from '@mantine/core';
import { formatBytes, formatNumber } from '@snimok/api-client/format-numbers';
import { pathOf } from '@snimok/api-client/call';
import { downloadImportProof } from '@snimok/contract/reception/archive-import';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { startDownload } from '../../../shared/calls/start-download.ts';
import { ConfirmDialog } from '../../../shared/dialogs/confirm-dialog.tsx';
import { FailureAlert } from '../../../shared/failures/failure-alert.tsx';
import { type Import, useChangeImport } from './queries.ts';

/** What can be done with an import in its state. */
export function ImportActions({ of }: { of: Import }) {
  const { state } = of;
  const [asked, ask] = useState<'confirm' | 'stop'>();
  const pause = useChangeImport('pause');
  const resume = useChangeImport('resume');
  const proof = useMutation({ mutationFn: () => startDownload(proofPath(of)) });
  const isOver = state === 'finished' || state === 'stopped';
  return (
    <>
      <FailureAlert reason={pause.error ?? resume.error ?? proof.error} />
      {state === 'planned' && <Button onClick={() => ask('confirm')}>Начать перенос</Button>}
      {state === 'running' && (
        <Button variant="default" loading={pause.isPending} onClick={() => pause.mutate(of)}>
          Приостановить
        </Button>
      )}
      {state === 'paused' && (
        <Button loading={resume.isPending} onClick={() => resume.mutate(of)}>
          Продолжить
        </Button>
      )}
      {of.confirmedAt && (
        <Button variant="default" loading={proof.isPending} onClick={() => proof.mutate()}>
          Скачать сверку
        </Button>
      )}
      {!isOver && (
        <Button variant="subtle" color="red" onClick={() => ask('stop')}>
          Остановить
        </Button>
      )}
      <Confirm of={asked === 'confirm' ? of : undefined} onClose={() => ask(undefined)} />
      <Stop of={asked === 'stop' ? of : undefined} onClose={() => ask(undefined)} />
    </>
  );
}

const proofPath = ({ importID }: Import) => pathOf(downloadImportProof.url, { importID }, undefined);

interface QuestionProps {
  of: Import | undefined;
  onClose: () => void;
}

const Confirm = ({ of, onClose }: QuestionProps) => (
  <ConfirmDialog
    title="Начать перенос"
    of={of}
    mutation={useChangeImport('confirm')}
    submitLabel="Начать"
    onClose={onClose}
  >
    {({ totals: { bytes, newPatients, outcomes } }) => (
      <Text>
        Портал перенесёт {formatBytes(bytes)} и создаст карточек: {formatNumber(newPatients)}. Клиентам об
        этом ничего не придёт.
        {(outcomes.unsure ?? 0) > 0 &&
          ` Исследования, по которым нужно решение (${formatNumber(outcomes.unsure ?? 0)}), останутся в архиве: решить можно и позже, приостановив перенос.`}
      </Text>
    )}
  </ConfirmDialog>
);

const Stop = ({ of, onClose }: QuestionProps) => (
  <ConfirmDialog
    title="Остановить перенос"
    of={of}
    mutation={useChangeImport('stop')}
    submitLabel="Остановить"
    onClose={onClose}
  >
    {() => (
      <Text>
        То, что уже перенесено, останется в портале. Продолжить остановленный перенос нельзя, можно начать
        новый: он не повторит того, что уже есть.
      </Text>
    )}
  </ConfirmDialog>
);
