import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { patientPath } from '../patients/patients-list.tsx';
import { anchorOf } from '../studies/study-card.tsx';
import { Processing } from '../upload/processing.tsx';
import { Sending } from '../upload/sending.tsx';
import { useUpload } from '../upload/use-upload.ts';
import { type IntakeRow, removeRow } from './intake-rows.ts';
import { refreshLists, studyQuery } from './queries.ts';
import { retryRow, stopRow } from './start-row.ts';

interface StartedRowProps {
  row: IntakeRow;
  started: NonNullable<IntakeRow['started']>;
}

/** The upload, the processing and the result of one study. */
export function StartedRow({ row, started }: StartedRowProps) {
  const snapshot = useUpload(started.studyID);
  const { data: study } = useQuery(studyQuery(started.studyID));
  const path = `${patientPath(started)}#${anchorOf(started.studyID)}`;
  const isProcessing = study?.upload?.status === 'completed' || study?.upload?.status === 'processing';
  return (
    <Stack gap="sm" mt="md">
      {snapshot && snapshot.stage !== 'cancelled' ? (
        <Sending snapshot={snapshot} onRetry={() => retryRow(started)} onStop={() => stopRow(started)} />
      ) : isProcessing && study.status === 'in-work' ? (
        <Processing uploadUUID={study.upload!.uploadUUID} onProcessed={refreshLists} />
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
