import type { ResponseOf } from '@snimok/contract/platform/endpoint';
import type { ReportRequest } from '@snimok/contract/studies/report-requests';
import type { getReportState } from '@snimok/contract/reporting/study-reports';
import { IS_PUBLISHED, phaseOf, type StudyFacts } from '@snimok/contract/studies/study-state';
import type { StudyType } from '@snimok/contract/studies/study-types';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { Link } from 'react-router';
import { formatDay, formatMoment } from '../../../shared/dates/dates.ts';
import { FailureAlert } from '../../../shared/failures/failure-alert.tsx';
import { useSingleFlight } from '../../../shared/calls/use-single-flight.ts';
import { useRight } from '../../platform/access/rights.ts';
import { doctorSettingsQuery } from '../../platform/access/settings.ts';
import { AskButton } from './ask-button.tsx';
import classes from './card-report.module.css';
import { ownReportPath, reportPath } from './paths.ts';
import { PdfButton } from './pdf-button.tsx';
import { reportStateQuery, useRequestOwnReport, useRequestReport } from './queries.ts';
import { WriteButton } from './write-button.tsx';

type Request = z.output<typeof ReportRequest>;
type Report = ResponseOf<typeof getReportState>['reports'][number];

interface AssistantStudy extends StudyFacts {
  studyID: number;
  type: StudyType;
  reportNumber?: number | null | undefined;
  reportRequestedAt?: string | null | undefined;
  reportRequest?: Request | null | undefined;
  reportMisfiled?: boolean | undefined;
}

/** The report on a study, on the card for assistants: what there is of it, and the next step. */
export function AssistantReport({ study }: { study: AssistantStudy }) {
  const { studyID, reportNumber, reportRequestedAt } = study;
  const request = useRequestReport(studyID);
  const isAwaited = Boolean(reportRequestedAt) || Boolean(reportNumber);
  const { data: state } = useQuery({ ...reportStateQuery(studyID), enabled: isAwaited });
  // an earlier version of the server has no reports
  if (reportNumber === undefined) return null;
  const draft = state?.draft ?? null;
  const newest = state?.reports[0];
  return (
    <div className={classes.report} role="group" aria-label="Заключение">
      <div className={classes.text}>
        {newest && <Signed studyID={studyID} report={newest} />}
        <RequestState study={study} />
        <Question request={study.reportRequest} />
        {draft && (
          <Text size="sm" c="dimmed">
            Пишет {draft.changedByName}, {formatMoment(draft.changedAt)}
          </Text>
        )}
        {!isAwaited && <Text size="sm">Заключения нет</Text>}
        <FailureAlert reason={request.error} mt={4} />
      </div>
      <Group gap="xs">
        {!reportNumber && <RequestButton study={study} request={request} />}
        {newest && (
          <PdfButton size="xs" path={`/assistant/studies/${studyID}/reports/${newest.number}/document`} />
        )}
        <WriteAction study={study} hasDraft={draft !== null} />
      </Group>
    </div>
  );
}

const Signed = ({ studyID, report }: { studyID: number; report: Report }) => {
  const [reading] = report.readings;
  return (
    <Text size="sm">
      <Anchor component={Link} to={reportPath(studyID, report.number)}>
        Заключение от {formatDay(report.signedAt)}
      </Anchor>
      , {report.authorName}.{' '}
      {reading ? `Прочитано ${formatMoment(reading.readAt)}, ${reading.name}.` : 'Ещё не прочитано.'}
    </Text>
  );
};

/** Why a report has to be written. */
function RequestState({ study }: { study: AssistantStudy }) {
  const { reportMisfiled, reportRequestedAt, reportRequest } = study;
  if (reportMisfiled)
    return (
      <Text size="sm" c="red">
        Подписано для карточки другого пациента: клиент его не видит, пока не подписано исправление.
      </Text>
    );
  if (!reportRequestedAt) return null;
  return (
    <Text size="sm">
      Нужно заключение, запрошено {formatMoment(reportRequestedAt)}
      {reportRequest?.byName && `, ${reportRequest.byName}`}.
    </Text>
  );
}

interface RequestButtonProps {
  /** has no report */
  study: AssistantStudy;
  request: ReturnType<typeof useRequestReport>;
}

function RequestButton({ study, request }: RequestButtonProps) {
  const runSingle = useSingleFlight();
  const isRequested = Boolean(study.reportRequestedAt);
  if (!isRequested && phaseOf(study) === 'archived') return null;
  return (
    <Button
      size="xs"
      variant="subtle"
      loading={request.isPending}
      onClick={() => runSingle(() => request.mutateAsync(!isRequested))}
    >
      {isRequested ? 'Отменить запрос' : 'Нужно заключение'}
    </Button>
  );
}

function WriteAction({ study, hasDraft }: { study: AssistantStudy; hasDraft: boolean }) {
  const { studyID, type, reportNumber } = study;
  const isAllowed = useRight('report-writing');
  const phase = phaseOf(study);
  const hasReport = Boolean(reportNumber);
  // a new report needs the pictures, a report that exists does not
  const isPossible = IS_PUBLISHED[phase] && (phase === 'available' || hasReport || hasDraft);
  if (!isAllowed || !isPossible) return null;
  return <WriteButton studyID={studyID} studyType={type} hasDraft={hasDraft} hasReport={hasReport} />;
}

const Question = ({ request }: { request: Request | null | undefined }) =>
  request?.question ? (
    <Text size="sm" className={classes.question}>
      Вопрос: {request.question}
    </Text>
  ) : null;

interface OwnStudy {
  patientID: number;
  studyID: number;
  reportNumber?: number | null | undefined;
  reportSignedAt?: string | null | undefined;
  reportRequest?: Request | null | undefined;
  reportMisfiled?: boolean | undefined;
  canRequestReport?: boolean | undefined;
  canWithdrawReportRequest?: boolean | undefined;
}

/**
 * The report on a study, on the card for doctors. Empty if there is no report, none is requested, and none can be
 * requested.
 */
export function OwnReport({ study }: { study: OwnStudy }) {
  const { data: settings } = useQuery(doctorSettingsQuery);
  const asks = study.canRequestReport && settings?.studyReportsEnabled;
  if (!study.reportNumber && !study.reportMisfiled && !study.reportRequest && !asks) return null;
  return (
    <div className={classes.report} role="group" aria-label="Заключение">
      <OwnState study={study} />
    </div>
  );
}

function OwnState({ study }: { study: OwnStudy }) {
  const { patientID, studyID, reportNumber, reportSignedAt, reportRequest } = study;
  if (reportNumber)
    return (
      <>
        <Text className={classes.text} size="sm" fw={500}>
          {reportSignedAt ? `Заключение от ${formatDay(reportSignedAt)}` : 'Заключение готово'}
        </Text>
        <Group gap="xs">
          <Button
            component={Link}
            size="xs"
            variant="light"
            to={ownReportPath(patientID, studyID, reportNumber)}
          >
            Читать
          </Button>
          <PdfButton
            size="xs"
            path={`/doctor/patients/${patientID}/studies/${studyID}/reports/${reportNumber}/document`}
          />
        </Group>
      </>
    );
  if (study.reportMisfiled)
    return (
      <Text className={classes.text} size="sm">
        Заключение было подписано для другой карточки. Центр подпишет исправленное заключение.
      </Text>
    );
  if (reportRequest) return <OwnRequest study={study} request={reportRequest} />;
  return (
    <>
      <Text className={classes.text} size="sm">
        Заключения нет
      </Text>
      <AskButton patientID={patientID} studyID={studyID} />
    </>
  );
}

function OwnRequest({ study, request }: { study: OwnStudy; request: Request }) {
  const withdraw = useRequestOwnReport(study);
  const runSingle = useSingleFlight();
  return (
    <>
      <div className={classes.text}>
        <Text size="sm">
          <Text span fw={500}>
            Заключение запрошено
          </Text>{' '}
          {formatMoment(request.requestedAt)}
          {request.byName && `, ${request.byName}`}
        </Text>
        <Question request={request} />
        <FailureAlert reason={withdraw.error} mt={4} />
      </div>
      {study.canWithdrawReportRequest && (
        <Button
          size="xs"
          variant="subtle"
          loading={withdraw.isPending}
          onClick={() => runSingle(() => withdraw.mutateAsync({ requested: false }))}
        >
          Отменить запрос
        </Button>
      )}
    </>
  );
}
