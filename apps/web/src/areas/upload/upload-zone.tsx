import { Alert, Stack, Text } from '@mantine/core';
import type { StudyType } from '@snimok/contract/studies';
import type { UploadState } from '@snimok/contract/uploads';
import { IconAlertCircle, IconHistory } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { z } from 'zod';
import { ChosenFiles } from './chosen-files.tsx';
import { DropArea } from './drop-area.tsx';
import { Processing } from './processing.tsx';
import { unfinishedQuery } from './queries.ts';
import { portalApi } from './send/portal-api.ts';
import { beginUpload, forgetUpload, retryUpload } from './send/uploads.ts';
import { Sending } from './sending.tsx';
import { notifyUploadEnd } from './notify-upload-end.ts';
import { useChosenFiles } from './use-chosen-files.ts';
import { useUpload } from './use-upload.ts';
import { describeInterrupted, listWarnings, hasFolders } from './labels.ts';

interface UploadZoneProps {
  study: {
    studyID: number;
    type: z.output<typeof StudyType>;
    patientName: string;
    restored: boolean;
    upload: z.output<typeof UploadState> | null;
  };
  /** of the card, YYYY-MM-DD; null when there is none */
  birthday: string | null;
  /** the assistant has come for it: it takes the focus */
  autoFocus?: boolean;
  /** asks for the study again */
  onChanged: () => Promise<unknown>;
}

/** Everything between an empty study and a processed one. */
export function UploadZone({ study, birthday, autoFocus, onChanged }: UploadZoneProps) {
  const { studyID, upload } = study;
  const view = useUpload(studyID);
  const client = useQueryClient();

  if (view && view.stage !== 'cancelled') {
    return (
      <Sending
        snapshot={view}
        onRetry={() => retryUpload(studyID, onChanged)}
        onStop={async () => {
          forgetUpload(studyID);
          await client.invalidateQueries(unfinishedQuery(studyID));
          await onChanged();
        }}
      />
    );
  }
  if (upload?.status === 'completed' || upload?.status === 'processing') {
    return <Processing uploadUUID={upload.uploadUUID} onProcessed={onChanged} />;
  }
  return (
    <Stack gap="sm">
      {upload?.status === 'processed' && (upload.error || !study.restored) && (
        <Unsuccessful error={upload.error} />
      )}
      <Choosing study={study} birthday={birthday} autoFocus={autoFocus} onChanged={onChanged} />
    </Stack>
  );
}

/** Processing came to an end, and yet the study is waiting for files. A restored one does so by right. */
const Unsuccessful = ({ error }: { error: string | null }) => (
  <Alert color="red" icon={<IconAlertCircle />} role="alert" title={error ?? undefined}>
    {error
      ? 'Загруженные файлы сохранены. Исследование можно загрузить ещё раз.'
      : 'Обработка завершена. Если вы видите это сообщение, произошла ошибка: сообщите администратору'}
  </Alert>
);

function Choosing({ study, birthday, autoFocus, onChanged }: UploadZoneProps) {
  const { studyID, upload } = study;
  const { choice, problem, take, drop, setProblem } = useChosenFiles();
  const interrupted = upload?.status === 'uploading';
  const { data: unfinished } = useQuery({ ...unfinishedQuery(studyID), enabled: interrupted });
  const registered = unfinished?.status === 'uploading' ? unfinished.files : [];
  const interruptedWith = describeInterrupted(registered);
  const ref = useFocus(autoFocus);
  const card = { type: study.type, patientName: study.patientName, birthday };
  const doubts = choice?.findings ? listWarnings(choice.findings, card) : [];

  return (
    <Stack gap="sm" ref={ref}>
      {problem && (
        <Alert color="red" icon={<IconAlertCircle />} role="alert">
          {problem}
        </Alert>
      )}
      {choice ? (
        <ChosenFiles
          choice={choice}
          registered={registered}
          warnings={doubts}
          onCancel={drop}
          onSend={(keep) => {
            const sending = beginUpload({ studyID, files: choice.files, keep }, portalApi, onChanged);
            drop();
            notifyUploadEnd(sending, study.patientName);
          }}
        />
      ) : (
        <DropArea
          onFound={take}
          onFailed={setProblem}
          autoFocus={autoFocus}
          continues={interruptedWith === null ? null : hasFolders(registered) ? 'folder' : 'files'}
        >
          {interruptedWith && <Interrupted sentence={interruptedWith} />}
        </DropArea>
      )}
    </Stack>
  );
}

const Interrupted = ({ sentence }: { sentence: string }) => (
  <Text size="sm" c="dimmed" maw={460} style={{ overflowWrap: 'anywhere' }}>
    <IconHistory size={16} stroke={1.6} style={{ verticalAlign: -3, marginRight: 6 }} aria-hidden />
    {sentence}
  </Text>
);

function useFocus(wanted: boolean | undefined) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!wanted) return;
    ref.current?.scrollIntoView({ block: 'center' });
    ref.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true });
  }, [wanted]);
  return ref;
}
