import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { studyStateOf } from '@snimok/contract/studies/study-state';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { patientQuery } from '../../people/patients/queries.ts';
import { patientPath } from '../../people/patients/patients-list.tsx';
import { ArchivedNotice, RestoringNotice } from '../../studies/studies/restoring.tsx';
import type { AssistantStudy } from '../../studies/studies/queries.ts';
import { anchorOf } from '../../studies/studies/study-path.ts';
import { Stopping, useStopping } from '../../studies/uploads/preview/stopping.tsx';
import { type PatientCard, UploadPreview } from '../../studies/uploads/preview/upload-preview.tsx';
import { useStoppedElsewhere } from '../../studies/uploads/preview/use-stopped-elsewhere.ts';
import { Processing } from '../../studies/uploads/processing.tsx';
import { studyQuery } from '../../studies/uploads/send/queries.ts';
import { Sending } from '../../studies/uploads/sending.tsx';
import { useUpload } from '../../studies/uploads/send/use-upload.ts';
import { AwaitedFiles } from './awaited-files.tsx';
import { sexInCard } from '../../studies/uploads/preview/person.ts';
import { changeRow, findRow, type IntakeRow, removeRows } from './intake-rows.ts';
import { refreshLists } from './queries.ts';
import { retryRow, sendFiles, stopRow } from './start-row.ts';

interface StartedRowProps {
  row: Pick<IntakeRow, 'id' | 'files' | 'set'>;
  started: NonNullable<IntakeRow['started']>;
}

/** The upload, the processing and the result of one study. */
export function StartedRow({ row, started }: StartedRowProps) {
  const { studyID } = started;
  const snapshot = useUpload(studyID);
  const { data: study } = useQuery(studyQuery(studyID));
  const { data: patient } = useQuery(patientQuery(started.patientID));
  const path = `${patientPath(started)}#${anchorOf(started.studyID)}`;
  const stopping = useStopping(studyID, refreshLists);
  const sentUUID = snapshot?.uploadUUID ?? null;
  useStoppedElsewhere(studyID, sentUUID, refreshLists);
  const card = {
    patientName: started.patientName,
    birthday: patient?.birthday ?? null,
    sex: sexInCard(patient?.sex),
  };
  const stop = async (uploadUUID: string) => {
    // the form returns, so that the same files can be uploaded into another card
    if (await stopping.stop(uploadUUID)) changeRow(row.id, { started: null, stopped: started });
  };
  return (
    <Stack gap="sm" mt="md">
      {stopping.isStopping ? (
        <Stopping />
      ) : snapshot && snapshot.stage !== 'cancelled' ? (
        <Sending snapshot={snapshot} onRetry={() => retryRow(started)} onStop={() => stopRow(started)}>
          {sentUUID && <UploadPreview uploadUUID={sentUUID} card={card} onStop={() => stop(sentUUID)} />}
        </Sending>
      ) : (
        study && (
          <Result
            study={study}
            card={card}
            onStop={stop}
            onRemove={() => removeRows([row.id])}
            continuing={<Continue row={row} started={started} />}
          />
        )
      )}
      <Anchor component={Link} to={path} size="sm">
        Открыть карточку пациента
      </Anchor>
    </Stack>
  );
}

interface ResultProps {
  study: AssistantStudy;
  card: PatientCard;
  onStop: (uploadUUID: string) => void;
  onRemove: () => void;
  continuing: ReactNode;
}

/** Continues an interrupted upload with the same files. */
function Continue({ row, started }: StartedRowProps) {
  const send = () => {
    const files = findRow(row.id)?.files;
    if (files) sendFiles(started, files);
  };
  if (row.files === null) return <AwaitedFiles rowID={row.id} set={row.set} onReturned={send} />;
  return (
    <Group>
      <Button onClick={send}>Продолжить загрузку</Button>
    </Group>
  );
}

function Result({ study, card, onStop, onRemove, continuing }: ResultProps) {
  const state = studyStateOf(study);
  switch (state.kind) {
    case 'waits-for-files':
    case 'uploading':
    case 'failed': {
      const error = state.kind === 'failed' ? state.upload.error : null;
      return (
        <>
          <Alert color={error ? 'red' : 'yellow'} icon={<IconAlertCircle />} role="alert">
            {error ? `${error} Загрузить другие файлы можно в карточке пациента.` : 'Загрузка остановлена.'}
          </Alert>
          {!error && continuing}
        </>
      );
    }
    case 'processing':
    case 'held': {
      const { uploadUUID } = state.upload;
      const ends = { onProcessed: refreshLists, onStop: () => onStop(uploadUUID) };
      return <Processing uploadUUID={uploadUUID} card={card} {...ends} />;
    }
    case 'restoring':
      return <RestoringNotice />;
    case 'available':
      return (
        <Group justify="space-between" gap="xs" role="status">
          <Group gap={8} wrap="nowrap">
            <IconCircleCheck size={20} stroke={1.8} color="var(--mantine-color-green-7)" aria-hidden />
            <Text fw={600}>Готово: исследование видит {study.doctorName}</Text>
          </Group>
          <RemoveButton onRemove={onRemove} />
        </Group>
      );
    case 'archived':
      return (
        <Group justify="space-between" gap="xs" role="status">
          <ArchivedNotice />
          <RemoveButton onRemove={onRemove} />
        </Group>
      );
    default:
      return state satisfies never;
  }
}

const RemoveButton = ({ onRemove }: { onRemove: () => void }) => (
  <Button variant="default" size="compact-md" onClick={onRemove}>
    Убрать
  </Button>
);
