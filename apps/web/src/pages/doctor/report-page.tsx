import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ownReportPath } from '../../areas/reporting/study-reports/paths.ts';
import { PdfButton } from '../../areas/reporting/study-reports/pdf-button.tsx';
import { ownReportQuery } from '../../areas/reporting/study-reports/queries.ts';
import { SignedReport } from '../../areas/reporting/study-reports/signed-report.tsx';
import { Page } from '../../shared/navigation/page.tsx';
import { Trail } from '../../shared/navigation/trail.tsx';
import { OrNotFound } from '../assistant/or-not-found.tsx';

export default function ReportPage() {
  const { patientID, studyID, number } = useParams();
  return (
    <OrNotFound>
      <Report
        key={`${studyID}/${number}`}
        patientID={Number(patientID)}
        studyID={Number(studyID)}
        number={Number(number)}
      />
    </OrNotFound>
  );
}

interface ReportProps {
  patientID: number;
  studyID: number;
  number: number;
}

function Report({ patientID, studyID, number }: ReportProps) {
  const { data: report } = useSuspenseQuery(ownReportQuery(patientID, studyID, number));
  const card = `/doctor-area/patients/${patientID}/studies#study-${studyID}`;
  return (
    <Page
      title="Заключение"
      trail={<Trail steps={[{ label: report.patientName, to: card }, { label: 'Заключение' }]} />}
      actions={
        <PdfButton
          variant="filled"
          path={`/doctor/patients/${patientID}/studies/${studyID}/reports/${number}/document`}
        />
      }
    >
      <SignedReport report={report} pathOf={(other) => ownReportPath(patientID, studyID, other)} />
    </Page>
  );
}
