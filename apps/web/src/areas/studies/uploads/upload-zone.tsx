import { Alert, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type StudyFacts, studyStateOf } from '@snimok/contract/studies/study-state';
import type { StudyType } from '@snimok/contract/studies/study-types';
import type { UploadSnapshot } from '@snimok/api-client/upload/upload';
import type { StartedUpload } from '@snimok/api-client/transfer/upload-api';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
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
import { followedUploadOf, type KeptForm, type Upload, zoneStateOf } from './zone-state.ts';

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

/** The upload of one study: choosing files, sending, processing, and the result if it failed. */
export function UploadZone({ birthday, sex, autoFocus, onChanged, ...props }: UploadZoneProps) {
  const study = { ...props.study, upload: unlessStopped(props.study.upload) };
  const { studyID, patientName } = study;
  const snapshot = useUpload(studyID);
  useStoppedElsewhere(studyID, snapshot?.uploadUUID ?? null, onChanged);
  const followedUUID = followedUploadOf({ study, snapshot });
  const elsewhere = useSentElsewhere(studyID, followedUUID, onChanged);
  const { isStopping, wasStopped, stop } = useStopping(studyID, onChanged);
  const stopAndNotify = async (uploadUUID: string) => {
    if (await stop(uploadUUID))
      notifications.show({
        message: 'Отправленные файлы удалены. В карточку ничего не попало.',
        closeButtonProps: { 'aria-label': 'Закрыть' },
      });
  };
  const [keptForm, setKeptForm] = useState<KeptForm>();
  const keepForm = (takesFocus: boolean) => setKeptForm({ uploadUUID: followedUUID, takesFocus });
  const state = zoneStateOf({ study, snapshot, isStopping, elsewhere, keptForm });
  const card = { patientName, birthday, sex };
  const previewOf = (uploadUUID: string) => ({ uploadUUID, card, onStop: () => stopAndNotify(uploadUUID) });

  switch (state.kind) {
    case 'stopping':
      return <Stopping />;
    case 'sending':
      return (
        <SendingHere studyID={studyID} snapshot={state.snapshot} onChanged={onChanged}>
          {state.snapshot.uploadUUID && <UploadPreview {...previewOf(state.snapshot.uploadUUID)} />}
        </SendingHere>
      );
    case 'processing':
      return <Processing {...previewOf(state.uploadUUID)} onProcessed={onChanged} />;
    case 'looking':
      return null;
    case 'sent-elsewhere':
      return (
        <SendingElsewhere elsewhere={elsewhere} onTakeOver={() => keepForm(true)}>
          <UploadPreview {...previewOf(state.uploadUUID)} />
        </SendingElsewhere>
      );
    case 'choosing':
      return (
        <Stack gap="sm">
          {state.failure && <ProcessingFailure {...state.failure} />}
          {state.unfinishedUUID !== null && <UploadPreview {...previewOf(state.unfinishedUUID)} framed />}
          <FileChooser
            study={study}
            birthday={birthday}
            sex={sex}
            autoFocus={autoFocus || wasStopped || state.takesFocus}
            isRunning={elsewhere.isRunning}
            onChosen={() => keepForm(false)}
            onChanged={onChanged}
          />
        </Stack>
      );
  }
}

interface SendingHereProps {
  studyID: number;
  snapshot: UploadSnapshot;
  onChanged: () => Promise<unknown>;
  children: ReactNode;
}

function SendingHere({ studyID, snapshot, onChanged, children }: SendingHereProps) {
  const client = useQueryClient();
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
      {children}
    </Sending>
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
            // otherwise the patient of the interrupted upload would be taken for the patient of the chosen files
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
