import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { STUDY_TYPES } from '@snimok/contract/study-types';
import { IconAlertCircle, IconDownload, IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { explain } from '../../shared/explain.ts';
import { startDownload } from '../../shared/start-download.ts';
import { Fact, Facts } from '../../shared/ui/facts.tsx';
import { useTitle } from '../../shared/ui/title.ts';
import { useSingleFlight } from '../../shared/use-single-flight.ts';
import { DiscButton } from '../disc/disc-button.tsx';
import { ContentsNotice } from '../studies/contents-notice.tsx';
import {
  discCalls,
  requestDownload,
  requestViewer,
  type ShareCredentials,
  type SharedStudy as Study,
} from './calls.ts';
import classes from './external.module.css';
import { ReportButton } from './report-button.tsx';

export interface SharedStudyProps {
  study: Study;
  credentials: ShareCredentials;
  /** returns true if the refusal replaces the whole page */
  onRefused: (reason: unknown) => boolean;
}

/** The facts about the study, and the buttons that the share allows. */
export function SharedStudy({ study, credentials, onRefused }: SharedStudyProps) {
  const { patientName, studyType, studyComment, studyCreatedAt, shareExpiredAt, flags } = study;
  // no patient name in the title: a recipient's browser stores titles in its history
  useTitle('Доступ к исследованию');
  const [pending, setPending] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const runSingle = useSingleFlight();

  const run = (action: 'download' | 'view', request: () => Promise<void>) =>
    runSingle(async () => {
      setPending(action);
      setFailure(undefined);
      await request().catch((reason) => {
        if (!onRefused(reason)) setFailure(explain(reason));
      });
      setPending(undefined);
    });
  const download = async () => startDownload((await requestDownload(credentials)).presignedURL);
  const view = async () => location.assign((await requestViewer(credentials)).remoteSessionURL);

  return (
    <article className={classes.sheet}>
      <Text c="dimmed">Вам открыли доступ к исследованию</Text>
      <Title order={1} className={classes.name}>
        {patientName}
      </Title>
      <div className={classes.facts}>
        <Facts>
          <Fact label="Исследование">{STUDY_TYPES[studyType].label}</Fact>
          <Fact label="Дата">{formatDay(studyCreatedAt)}</Fact>
          <Fact label="Комментарий">{studyComment || <em>Отсутствует</em>}</Fact>
          <Fact label="Доступ открыт до">{formatDay(shareExpiredAt)}</Fact>
        </Facts>
      </div>
      {flags.length > 0 && (
        <div className={classes.actions}>
          {flags.includes('download') && (
            <Button
              size="md"
              leftSection={<IconDownload size={20} stroke={1.6} />}
              loading={pending === 'download'}
              onClick={() => run('download', download)}
            >
              Скачать
            </Button>
          )}
          {flags.includes('remote-viewer') && (
            <Button
              size="md"
              variant={flags.includes('download') ? 'default' : 'filled'}
              leftSection={<IconEye size={20} stroke={1.6} />}
              loading={pending === 'view'}
              onClick={() => run('view', view)}
            >
              Онлайн-просмотр
            </Button>
          )}
          {study.hasReport && <ReportButton credentials={credentials} onRefused={onRefused} />}
          {flags.includes('download') && (
            <DiscButton size="md" calls={{ ...discCalls(credentials), onRefused }} />
          )}
        </div>
      )}
      {failure && (
        <Alert role="alert" color="red" icon={<IconAlertCircle />} mt="md">
          {failure}
        </Alert>
      )}
      {flags.includes('download') && (
        <Stack mt="md" gap="sm">
          <ContentsNotice contains={study.contains} />
          <Text size="sm" c="dimmed">
            Файлы скачаются одним архивом ZIP.
          </Text>
        </Stack>
      )}
    </article>
  );
}
