import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatMoment } from '../../shared/dates.ts';
import { explain } from '../../shared/explain.ts';
import { useSingleFlight } from '../../shared/use-single-flight.ts';
import { useRight } from '../account/rights.ts';
import classes from './card-report.module.css';
import { ownReportPath, reportPath } from './paths.ts';
import { PdfButton } from './pdf-button.tsx';
import { reportStateQuery, useRequestReport } from './queries.ts';
import { WriteButton } from './write-button.tsx';

interface AssistantStudy {
  studyID: number;
  type: 'rg' | 'cbct';
  status: string;
  reportNumber?: number | null | undefined;
  reportRequestedAt?: string | null | undefined;
}

/** The report on a study, on the card for assistants: what there is of it, and the next step. */
export function AssistantReport({ study }: { study: AssistantStudy }) {
  const { studyID, type, status, reportNumber, reportRequestedAt } = study;
  const writes = useRight('reports');
  const request = useRequestReport(studyID);
  const runSingle = useSingleFlight();
  const isRequested = Boolean(reportRequestedAt);
  const hasReport = Boolean(reportNumber);
  const { data: state } = useQuery({ ...reportStateQuery(studyID), enabled: isRequested || hasReport });
  // an earlier version of the server has no reports
  if (reportNumber === undefined) return null;
  const isWritable = writes && status !== 'in-work';
  const newest = state?.reports[0];
  return (
    <div className={classes.report} role="group" aria-label="Заключение">
      <div className={classes.text}>
        {newest && (
          <Text size="sm">
            <Anchor component={Link} to={reportPath(studyID, newest.number)}>
              Заключение
            </Anchor>{' '}
            подписано {formatMoment(newest.signedAt)}, {newest.authorName}.{' '}
            {newest.readings[0]
              ? `Прочитано ${formatMoment(newest.readings[0].readAt)}, ${newest.readings[0].name}.`
              : 'Ещё не прочитано.'}
          </Text>
        )}
        {isRequested && <Text size="sm">Нужно заключение, запрошено {formatMoment(reportRequestedAt)}.</Text>}
        {state?.draft && (
          <Text size="sm" c="dimmed">
            Пишет {state.draft.changedByName}, {formatMoment(state.draft.changedAt)}
          </Text>
        )}
        {!hasReport && !isRequested && <Text size="sm">Заключения нет</Text>}
        {request.error && (
          <Alert color="red" role="alert" mt={4}>
            {explain(request.error)}
          </Alert>
        )}
      </div>
      <Group gap="xs">
        {!hasReport && (
          <Button
            size="xs"
            variant="subtle"
            loading={request.isPending}
            onClick={() => runSingle(() => request.mutateAsync(!isRequested))}
          >
            {isRequested ? 'Отменить запрос' : 'Нужно заключение'}
          </Button>
        )}
        {isWritable && (
          <WriteButton
            studyID={studyID}
            studyType={type}
            hasDraft={Boolean(state?.draft)}
            hasReport={hasReport}
          />
        )}
      </Group>
    </div>
  );
}

interface OwnReportProps {
  study: { patientID: number; studyID: number; reportNumber?: number | null | undefined };
}

/** The report on a study, on the card for doctors; nothing without one. */
export function OwnReport({ study: { patientID, studyID, reportNumber } }: OwnReportProps) {
  if (!reportNumber) return null;
  return (
    <div className={classes.report} role="group" aria-label="Заключение">
      <Text className={classes.text} size="sm" fw={500}>
        Заключение готово
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
    </div>
  );
}
