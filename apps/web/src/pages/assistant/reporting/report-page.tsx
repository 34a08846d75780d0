import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useRight } from '../../../areas/platform/access/rights.ts';
import { reportPath } from '../../../areas/reporting/study-reports/paths.ts';
import { PdfButton } from '../../../areas/reporting/study-reports/pdf-button.tsx';
import { reportQuery, reportStateQuery } from '../../../areas/reporting/study-reports/queries.ts';
import { SignedReport } from '../../../areas/reporting/study-reports/signed-report.tsx';
import { WriteButton } from '../../../areas/reporting/study-reports/write-button.tsx';
import { formatMoment } from '../../../shared/dates/dates.ts';
import { Fact } from '../../../shared/ui/facts.tsx';
import { Page } from '../../../shared/navigation/page.tsx';
import { Trail } from '../../../shared/navigation/trail.tsx';
import { OrNotFound } from '../or-not-found.tsx';

export default function ReportPage() {
  const { studyID, number } = useParams();
  return (
    <OrNotFound>
      <Report key={`${studyID}/${number}`} studyID={Number(studyID)} number={Number(number)} />
    </OrNotFound>
  );
}

function Report({ studyID, number }: { studyID: number; number: number }) {
  const { data: report } = useSuspenseQuery(reportQuery(studyID, number));
  const { data: state } = useSuspenseQuery(reportStateQuery(studyID));
  const writes = useRight('report-writing');
  const readings = state.reports.find((one) => one.number === number)?.readings ?? [];
  const list = { label: 'Заключения', to: '/assistant-area/reports?state=signed' };
  return (
    <Page
      title="Заключение"
      trail={<Trail steps={[...(writes ? [list] : []), { label: report.patientName }]} />}
      actions={
        <>
          {writes && report.replacedBy === null && (
            <WriteButton
              size="sm"
              studyID={studyID}
              studyType={report.studyType}
              hasDraft={state.draft !== null}
              hasReport
            />
          )}
          <PdfButton variant="filled" path={`/assistant/studies/${studyID}/reports/${number}/document`} />
        </>
      }
    >
      <SignedReport
        report={report}
        pathOf={(other) => reportPath(studyID, other)}
        readings={
          <Fact label="Прочитано">
            {readings.length > 0
              ? readings.map(({ name, readAt }) => `${name}, ${formatMoment(readAt)}`).join('; ')
              : 'Ещё нет'}
          </Fact>
        }
      />
    </Page>
  );
}
