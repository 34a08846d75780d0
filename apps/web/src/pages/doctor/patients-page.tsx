import { DoctorPatientsList } from '../../areas/studies/study-lists/doctor-patients-list.tsx';
import { NewestStudies } from '../../areas/studies/study-lists/newest/newest-studies.tsx';
import { Page } from '../../shared/navigation/page.tsx';

export default function PatientsPage() {
  return (
    <Page title="Мои пациенты">
      <NewestStudies />
      <DoctorPatientsList kind="own" />
    </Page>
  );
}
