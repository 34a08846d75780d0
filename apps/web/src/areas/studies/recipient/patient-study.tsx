import { Alert, Button, Text, Title } from '@mantine/core';
import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import { IconAlertCircle, IconDownload, IconEye, IconPhoto } from '@tabler/icons-react';
import { formatDay } from '../../../shared/dates/dates.ts';
import { useTitle } from '../../../shared/navigation/title.ts';
import { studyDay } from '../../platform/lists/study-names.ts';
import { datesOf } from './calls.ts';
import classes from './external.module.css';
import { usePatientViewer } from './patient-viewer.tsx';
import { StudyImage } from './study-image.tsx';
import { usePicture } from './use-picture.ts';
import { type SharedStudyProps, useStudyActions } from './use-study-actions.ts';

/** The study as its patient sees it: a picture, three buttons and no words of doctors. */
export function PatientStudy({ study, credentials, onRefused }: SharedStudyProps) {
  const { patientName, studyType, examinedAt, shareExpiredAt } = study;
  // no name in the title: a browser stores titles in its history
  useTitle('Ваш снимок');
  const picture = usePicture(credentials, study.hasPicture === true);
  const { failure, ...actions } = useStudyActions({
    study,
    credentials,
    onRefused,
    view: () => viewer.open(),
  });
  const viewer = usePatientViewer({
    study,
    credentials,
    onReopen: actions.onView,
    picture: study.hasPicture ? picture : null,
  });
  return (
    <article className={classes.sheet}>
      <Title order={1}>Ваш снимок</Title>
      <Text className={classes.name}>{patientName}</Text>
      <Text c="dimmed">
        {STUDY_TYPES[studyType].plainLabel}, {examinedAt && 'сделан '}
        {studyDay(datesOf(study))}
      </Text>
      <StudyImage study={study} picture={picture} />
      <Actions study={study} {...actions} />
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

type ActionsProps = Pick<SharedStudyProps, 'study'> & Omit<ReturnType<typeof useStudyActions>, 'failure'>;

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
