import { Alert, Button, Skeleton, Text, Title } from '@mantine/core';
import { STUDY_TYPES } from '@snimok/contract/study-types';
import { IconAlertCircle, IconDownload, IconEye, IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { explain } from '../../shared/explain.ts';
import { startDownload } from '../../shared/start-download.ts';
import { useTitle } from '../../shared/ui/title.ts';
import { useSingleFlight } from '../../shared/use-single-flight.ts';
import { requestDownload, requestPicture } from './calls.ts';
import classes from './external.module.css';
import { usePatientViewer } from './patient-viewer.tsx';
import type { SharedStudyProps } from './shared-study.tsx';
import { saveBlob, usePicture } from './use-picture.ts';

type Action = 'download' | 'view' | 'picture';

/** The study as its patient sees it: a picture, three buttons and no words of doctors. */
export function PatientStudy({ study, credentials, onRefused }: SharedStudyProps) {
  const { patientName, studyType, studyCreatedAt, shareExpiredAt, hasPicture } = study;
  const { plainLabel } = STUDY_TYPES[studyType];
  // no name in the title: a browser stores titles in its history
  useTitle('Ваш снимок');
  const picture = usePicture(credentials, hasPicture === true);
  const [pending, setPending] = useState<Action>();
  const [failure, setFailure] = useState<string>();
  const runSingle = useSingleFlight();

  const run = (action: Action, request: () => Promise<void>) =>
    runSingle(async () => {
      setPending(action);
      setFailure(undefined);
      await request().catch((reason) => {
        if (!onRefused(reason)) setFailure(explain(reason));
      });
      setPending(undefined);
    });
  const onView = () => run('view', viewer.open);
  const viewer = usePatientViewer({
    ...{ study, credentials, onReopen: onView },
    picture: hasPicture ? picture : null,
  });
  const onDownload = () =>
    run('download', async () => startDownload((await requestDownload(credentials)).presignedURL));
  const onSavePicture = () =>
    run('picture', async () =>
      saveBlob(await requestPicture(credentials, true), `Снимок ${formatDay(studyCreatedAt)}.jpg`),
    );

  return (
    <article className={classes.sheet}>
      <Title order={1}>Ваш снимок</Title>
      <Text className={classes.name}>{patientName}</Text>
      <Text c="dimmed">
        {plainLabel}, сделан {formatDay(studyCreatedAt)}
      </Text>
      {hasPicture && picture !== null && (
        <div className={classes.picture}>
          {picture ? <img src={picture} alt={plainLabel} /> : <Skeleton height={160} />}
        </div>
      )}
      <Actions {...{ study, pending, onView, onSavePicture, onDownload }} />
      {failure && (
        <Alert role="alert" color="red" icon={<IconAlertCircle />} mt="md">
          {failure}
        </Alert>
      )}
      <Text mt="md" fw={600}>
        Ваш снимок доступен до {formatDay(shareExpiredAt)}
      </Text>
      <Text size="sm" c="dimmed">
        Файлы для врача скачаются одним архивом ZIP: врач откроет его в своей программе. Что видно на снимке,
        объяснит ваш врач.
      </Text>
      {viewer.dialog}
    </article>
  );
}

interface ActionsProps {
  study: SharedStudyProps['study'];
  pending: Action | undefined;
  onView: () => void;
  onSavePicture: () => void;
  onDownload: () => void;
}

/** One below the other, large enough for a thumb. */
const Actions = ({
  study: { flags, hasPicture },
  pending,
  onView,
  onSavePicture,
  onDownload,
}: ActionsProps) => (
  <div className={classes.steps}>
    {flags.includes('remote-viewer') && (
      <Button
        size="lg"
        leftSection={<IconEye size={22} stroke={1.6} />}
        loading={pending === 'view'}
        onClick={onView}
      >
        Посмотреть снимок
      </Button>
    )}
    {flags.includes('download') && hasPicture && (
      <Button
        size="lg"
        variant="default"
        leftSection={<IconPhoto size={22} stroke={1.6} />}
        loading={pending === 'picture'}
        onClick={onSavePicture}
      >
        Сохранить картинку
      </Button>
    )}
    {flags.includes('download') && (
      <Button
        size="lg"
        variant="default"
        leftSection={<IconDownload size={22} stroke={1.6} />}
        loading={pending === 'download'}
        onClick={onDownload}
      >
        Скачать файлы для врача
      </Button>
    )}
  </div>
);
