import { Alert, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type StudyFacts, type StudyStateKind, studyStateOf } from '@snimok/contract/studies/study-state';
import type { StudyType } from '@snimok/contract/studies/study-types';
import type { UploadState } from '@snimok/contract/studies/uploads';
import type { StartedUpload } from '@snimok/api-client/transfer/upload-api';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { focusInPage } from '../../../shared/navigation/focus-in-page.ts';
import { ChosenFiles } from './chosen-files.tsx';
import { DropArea } from './choose/drop-area.tsx';
import { SendingElsewhere } from './elsewhere/sending-elsewhere.tsx';
import { useSentElsewhere } from './elsewhere/use-sent-elsewhere.ts';
import { Processing } from './processing.tsx';
import { unfinishedQuery } from './send/queries.ts';
import { portalApi } from './send/portal-api.ts';
import { beginUpload, forgetUpload, retryUpload } from './send/uploads.ts';
import { Sending } from './sending.tsx';
import { notifyUploadEnd } from './send/notify-upload-end.ts';
import { useChosenFiles } from './use-chosen-files.ts';
import { Stopping, useStopping } from './preview/stopping.tsx';
import { stopUpload } from './preview/stop-upload.ts';
import { unlessStopped } from './preview/stopped-uploads.ts';
import { UploadPreview } from './preview/upload-preview.tsx';
import { useStoppedElsewhere } from './preview/use-stopped-elsewhere.ts';
import { useUpload } from './send/use-upload.ts';
import { describeMissingType, listWarnings } from './inspect/labels.ts';
import { refusalOf } from './inspect/not-images.ts';
import { describeInterrupted, hasFolders } from './resume/interrupted.ts';
import { InterruptedUpload } from './resume/interrupted-upload.tsx';

type Upload = z.output<typeof UploadState>;

interface UploadZoneProps {
  /** no files of it are published */
  study: StudyFacts<Upload> & { studyID: number; type: StudyType; patientName: string };
  /** birth date in the patient's card, YYYY-MM-DD; null when there is none */
  birthday: string | null;
  /** in the patient's card; null while it is not loaded */
  sex: 'male' | 'female' | null;
  /** takes the focus: the link that led here points to this study */
  autoFocus?: boolean;
  /** fetches the study again */
  onChanged: () => Promise<unknown>;
}

/** The server has the files; otherwise they can be chosen. */
const IS_PROCESSED: Record<StudyStateKind, boolean> = {
  'waits-for-files': false,
  uploading: false,
  processing: true,
  held: true,
  failed: false,
  restoring: false,
  available: false,
  archived: false,
};

/** The upload of one study: choosing files, sending, processing, and the result if it failed. */
export function UploadZone({ study, birthday, sex, autoFocus, onChanged }: UploadZoneProps) {
  const { studyID } = study;
  const upload = unlessStopped(study.upload);
  const state = studyStateOf({ ...study, upload });
  const snapshot = useUpload(studyID);
  const client = useQueryClient();
  const stopping = useStopping(studyID, onChanged);
  const sentUUID = snapshot?.uploadUUID ?? null;
  useStoppedElsewhere(studyID, sentUUID, onChanged);
  // sent from another tab or computer, or interrupted
  const followedUUID = !snapshot && state.kind === 'uploading' ? state.upload.uploadUUID : null;
  const elsewhere = useSentElsewhere(studyID, followedUUID, onChanged);
  const [form, setForm] = useState<{ uploadUUID: string | null; takesFocus: boolean }>();
  const isTakenOver = form !== undefined && form.uploadUUID === followedUUID;
  const isHidden = (elsewhere.isRunning || elsewhere.isPending) && !isTakenOver;
  const card = { patientName: study.patientName, birthday, sex };
  const preview = (uploadUUID: string, framed: boolean) => (
    <UploadPreview uploadUUID={uploadUUID} card={card} onStop={() => stop(uploadUUID)} framed={framed} />
  );
  const stop = async (uploadUUID: string) => {
    if (await stopping.stop(uploadUUID))
      notifications.show({
        message: 'Отправленные файлы удалены. В карточку ничего не попало.',
        closeButtonProps: { 'aria-label': 'Закрыть' },
      });
  };

  if (stopping.isStopping) return <Stopping />;
  if (snapshot && snapshot.stage !== 'cancelled') {
    return (
      <Sending
        snapshot={snapshot}
        onRetry={() => retryUpload(studyID, onChanged)}
        onStop={async () => {
          forgetUpload(studyID);
          await client.invalidateQueries(unfinishedQuery(studyID));
          await onChanged();
        }}
      >
        {sentUUID && preview(sentUUID, false)}
      </Sending>
    );
  }
  if (upload && IS_PROCESSED[state.kind]) {
    const { uploadUUID } = upload;
    const ends = { onProcessed: onChanged, onStop: () => stop(uploadUUID) };
    return <Processing uploadUUID={uploadUUID} card={card} {...ends} />;
  }
  return (
    <Stack gap="sm">
      {state.kind === 'failed' && <ProcessingFailure error={state.upload.error} />}
      {followedUUID !== null && !isHidden && preview(followedUUID, true)}
      {followedUUID !== null && isHidden && !elsewhere.isPending && (
        <SendingElsewhere
          elsewhere={elsewhere}
          onTakeOver={() => setForm({ uploadUUID: followedUUID, takesFocus: true })}
        >
          {preview(followedUUID, false)}
        </SendingElsewhere>
      )}
      {!isHidden && (
        <FileChooser
          study={{ ...study, upload }}
          birthday={birthday}
          sex={sex}
          autoFocus={autoFocus || stopping.wasStopped || (isTakenOver && form.takesFocus)}
          isRunning={elsewhere.isRunning}
          onChosen={() => setForm({ uploadUUID: followedUUID, takesFocus: false })}
          onChanged={onChanged}
        />
      )}
    </Stack>
  );
}

const ProcessingFailure = ({ error }: { error: string | null }) => (
  <Alert color="red" icon={<IconAlertCircle />} role="alert" title={error ?? undefined}>
    {error
      ? 'Загруженные файлы сохранены. Исследование можно загрузить ещё раз.'
      : 'Обработка завершена. Если вы видите это сообщение, произошла ошибка: сообщите администратору'}
  </Alert>
);

interface FileChooserProps extends UploadZoneProps {
  /** the unfinished upload is sent elsewhere, too */
  isRunning: boolean;
  onChosen: () => void;
}

function FileChooser({ study, birthday, sex, autoFocus, isRunning, onChosen, onChanged }: FileChooserProps) {
  const { studyID } = study;
  const client = useQueryClient();
  const state = studyStateOf(study);
  const interruptedUUID = state.kind === 'uploading' ? state.upload.uploadUUID : null;
  const isInterrupted = interruptedUUID !== null;
  const { data: unfinished } = useQuery({ ...unfinishedQuery(studyID), enabled: isInterrupted });
  const registered = filesOf(unfinished);
  const interrupted = describeInterrupted(registered, isRunning);
  const { selection, problem, add, clear, setProblem, choosePatient } = useChosenFiles(async () =>
    isInterrupted ? filesOf(await client.fetchQuery(unfinishedQuery(studyID))) : [],
  );
  const ref = useFocus(autoFocus);
  const card = { type: study.type, patientName: study.patientName, birthday, sex };
  const findings = selection?.findings;
  const missingType = findings ? describeMissingType(findings) : null;
  const warnings = findings ? [...listWarnings(findings, card), ...(missingType ? [missingType] : [])] : [];

  return (
    <Stack gap="sm" ref={ref}>
      {problem && (
        <Alert color="red" icon={<IconAlertCircle />} role="alert">
          {problem}
        </Alert>
      )}
      {selection ? (
        <ChosenFiles
          selection={selection}
          registered={registered}
          warnings={warnings}
          refusal={findings ? refusalOf(selection.files, findings, study.type) : null}
          onCancel={clear}
          studyID={studyID}
          card={card}
          onChoosePatient={choosePatient}
          onSend={async ({ isReplaced, ...how }) => {
            // otherwise the patient of the interrupted upload would be taken for that of the chosen files
            if (isReplaced && interruptedUUID !== null) await stopUpload(studyID, interruptedUUID);
            const upload = beginUpload(
              { studyID, files: selection.files, ...how },
              portalApi,
              { patientName: study.patientName, path: location.pathname },
              onChanged,
            );
            clear();
            notifyUploadEnd(upload, study.patientName);
          }}
        />
      ) : (
        <DropArea
          onFound={(files) => {
            onChosen();
            add(files);
          }}
          onFailed={setProblem}
          autoFocus={autoFocus}
          resumeWith={interrupted && (hasFolders(registered) ? 'folder' : 'files')}
        >
          {interrupted && <InterruptedUpload {...interrupted} />}
        </DropArea>
      )}
    </Stack>
  );
}

const filesOf = (unfinished: StartedUpload | undefined) =>
  unfinished?.status === 'uploading' ? unfinished.files : [];

function useFocus(enabled: boolean | undefined) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!enabled) return undefined;
    ref.current?.scrollIntoView({ block: 'center' });
    return focusInPage(ref.current?.querySelector<HTMLElement>('[data-autofocus]'));
  }, [enabled]);
  return ref;
}
