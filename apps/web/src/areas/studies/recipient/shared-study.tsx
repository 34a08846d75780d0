import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { formatBytes } from '@snimok/api-client/format-numbers';
import { centreTitle } from '@snimok/contract/administration/centre-title';
import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import { IconAlertCircle, IconDownload, IconEye } from '@tabler/icons-react';
import { formatDay } from '../../../shared/dates/dates.ts';
import { Fact, Facts } from '../../../shared/ui/facts.tsx';
import { useTitle } from '../../../shared/navigation/title.ts';
import { DiscButton } from '../discs/disc-button.tsx';
import { dated, studyDay } from '../../platform/lists/study-names.ts';
import { useIdentity } from '../../platform/letterhead/use-identity.ts';
import { ContentsNotice } from '../studies/contents-notice.tsx';
import { datesOf, discCalls } from './calls.ts';
import classes from './external.module.css';
import { ReportButton } from './report-button.tsx';
import { StudyImage } from './study-image.tsx';
import { usePicture } from './use-picture.ts';
import { type SharedStudyProps, useStudyActions } from './use-study-actions.ts';

/** The study for a colleague outside the portal: its picture, the buttons that the share allows, and the facts. */
export function SharedStudy({ study, credentials, onRefused }: SharedStudyProps) {
  const { patientName, studyType, studyComment, shareExpiredAt, flags } = study;
  const dates = datesOf(study);
  // no patient name in the title: a recipient's browser stores titles in its history
  useTitle('Доступ к исследованию');
  const picture = usePicture(credentials, study.hasPicture === true);
  const { failure, ...actions } = useStudyActions({ study, credentials, onRefused });
  const canDownload = flags.includes('download');
  return (
    <article className={classes.sheet}>
      <Sender name={study.senderName} byDoctor={study.byDoctor === true} />
      <Title order={1} className={classes.name}>
        {patientName}
      </Title>
      <Text c="dimmed">{dated(STUDY_TYPES[studyType].label, dates, studyDay(dates))}</Text>
      <StudyImage study={study} picture={picture} />
      <div className={classes.steps}>
        <MainActions study={study} {...actions} />
        {study.hasReport && <ReportButton credentials={credentials} onRefused={onRefused} />}
        {canDownload && <DiscButton size="lg" calls={{ ...discCalls(credentials), onRefused }} />}
      </div>
      {failure && (
        <Alert role="alert" color="red" icon={<IconAlertCircle />} mt="md">
          {failure}
        </Alert>
      )}
      {canDownload && (
        <Stack mt="md" gap="sm">
          <ContentsNotice contains={study.contains} />
          <Text size="sm" c="dimmed">
            Файлы скачаются одним архивом ZIP.
          </Text>
        </Stack>
      )}
      <div className={classes.facts}>
        <Facts>
          <Fact label="Комментарий">{studyComment || <em>Отсутствует</em>}</Fact>
          <Fact label="Доступ открыт до">{formatDay(shareExpiredAt)}</Fact>
        </Facts>
      </div>
    </article>
  );
}

/** Servers of an earlier version do not name the sender. */
function Sender({ name, byDoctor }: { name: string | undefined; byDoctor: boolean }) {
  const centre = useIdentity();
  const title = centreTitle(centre?.name ?? '');
  if (name && byDoctor)
    return (
      <>
        <Text c="dimmed">{name} открывает вам исследование своего пациента</Text>
        <Text c="dimmed">Исследование выполнено: {title}</Text>
      </>
    );
  return (
    <>
      <Text c="dimmed">{title} открыл вам исследование</Text>
      {name && <Text c="dimmed">Отправитель: {name}</Text>}
    </>
  );
}

type MainActionsProps = Pick<SharedStudyProps, 'study'> & Omit<ReturnType<typeof useStudyActions>, 'failure'>;

/** Viewing is the primary action, because it needs neither disk space nor a program. */
function MainActions({ study: { flags, sizeBytes }, pending, onView, onDownload }: MainActionsProps) {
  const canView = flags.includes('remote-viewer');
  return (
    <>
      {canView && (
        <Button
          size="lg"
          leftSection={<IconEye size={22} stroke={1.6} />}
          loading={pending === 'view'}
          onClick={onView}
        >
          Онлайн-просмотр
        </Button>
      )}
      {flags.includes('download') && (
        <Button
          size="lg"
          variant={canView ? 'default' : 'filled'}
          leftSection={<IconDownload size={22} stroke={1.6} />}
          loading={pending === 'download'}
          onClick={onDownload}
        >
          {sizeBytes ? `Скачать (${formatBytes(sizeBytes)})` : 'Скачать'}
        </Button>
      )}
    </>
  );
}
