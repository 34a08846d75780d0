import { useParams } from 'react-router';
import { useNavigateIfShown } from '../../../shared/navigation/use-navigate-if-shown.ts';
import { patientPath } from '../../../areas/people/patients/patients-list.tsx';
import { CreateStudyForm } from '../../../areas/studies/create-study/create-study-form.tsx';
import { IntakeButton } from '../../../areas/reception/scan-intake/intake-button.tsx';
import { anchorOf } from '../../../areas/studies/studies/study-path.ts';
import { Page } from '../../../shared/navigation/page.tsx';
import { OrNotFound } from '../or-not-found.tsx';

/** The ids in the URL preselect client and patient. */
export default function CreateStudyPage() {
  const { doctorID, patientID } = useParams();
  const navigate = useNavigateIfShown();
  return (
    <OrNotFound>
      <Page title="Создать исследование" actions={<IntakeButton variant="default" />}>
        <CreateStudyForm
          key={`${doctorID}/${patientID}`}
          doctorID={doctorID ? Number(doctorID) : null}
          patientID={patientID ? Number(patientID) : null}
          onCreated={({ studyID, ...patient }) => navigate(`${patientPath(patient)}#${anchorOf(studyID)}`)}
        />
      </Page>
    </OrNotFound>
  );
}
