import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { patientQuery } from '../patients/queries.ts';
import { patientPath } from '../patients/patients-list.tsx';
import { anchorOf } from '../studies/study-card.tsx';
import { Stopping, useStopping } from '../upload/preview/stopping.tsx';
import { UploadPreview } from '../upload/preview/upload-preview.tsx';
import { useStoppedElsewhere } from '../upload/preview/use-stopped-elsewhere.ts';
import { Processing } from '../upload/processing.tsx';
import { Sending } from '../upload/sending.tsx';
import { useUpload } from '../upload/use-upload.ts';
import { changeRow, type IntakeRow, removeRow } from './intake-rows.ts';
import { refreshLists, studyQuery } from './queries.ts';
import { retryRow, stopRow } from './start-row.ts';

interface StartedRowProps {
  row: IntakeRow;
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
  const card = { patientName: started.patientName, birthday: patient?.birthday ?? null };
  const stop = async (uploadUUID: string) => {
    // the form returns, so that the same files can be uploaded into another card
    if (await stopping.stop(uploadUUID)) changeRow(row.id, { started: null, stopped: started });
  };
  const isProcessing = study?.upload?.status === 'completed' || study?.upload?.status === 'processing';
  return (
    <Stack gap="sm" mt="md">
      {stopping.isStopping ? (
        <Stopping />
      ) : snapshot && snapshot.stage !== 'cancelled' ? (
        <Sending snapshot={snapshot} onRetry={() => retryRow(started)} onStop={() => stopRow(started)}>
          {sentUUID && <UploadPreview uploadUUID={sentUUID} card={card} onStop={() => stop(sentUUID)} />}
        </Sending>
      ) : isProcessing && study.status === 'in-work' ? (
        <Processing
          uploadUUID={study.upload!.uploadUUID}
          onProcessed={refreshLists}
          card={card}
          onStop={() => stop(study.upload!.uploadUUID)}
        />
      ) : (
        study && <Result study={study} onRemove={() => removeRow(row.id)} />
      )}
      <Anchor component={Link} to={path} size="sm">
        Открыть карточку пациента
      </Anchor>
    </Stack>
  );
}

interface ResultProps {
  study: { status: string; doctorName: string; upload: { error: string | null } | null };
  onRemove: () => void;
}

function Result({ study: { status, doctorName, upload }, onRemove }: ResultProps) {
  if (status !== 'in-work') {
    return (
      <Group justify="space-between" gap="xs" role="status">
        <Group gap={8} wrap="nowrap">
          <IconCircleCheck size={20} stroke={1.8} color="var(--mantine-color-green-7)" aria-hidden />
          <Text fw={600}>Готово: исследование видит {doctorName}</Text>
        </Group>
        <Button variant="default" size="compact-md" onClick={onRemove}>
          Убрать
        </Button>
      </Group>
    );
  }
  return (
    <Alert color={upload?.error ? 'red' : 'yellow'} icon={<IconAlertCircle />} role="alert">
      {upload?.error ?? 'Загрузка остановлена.'} Продолжить можно в карточке пациента.
    </Alert>
  );
}
