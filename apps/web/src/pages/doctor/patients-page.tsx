import { DoctorPatientsList } from '../../areas/studies/doctor-patients-list.tsx';
import { NewestStudies } from '../../areas/studies/newest/newest-studies.tsx';
import { Page } from '../../shared/ui/page.tsx';

export default function PatientsPage() {
  return (
    <Page title="Мои пациенты">
      <NewestStudies />
      <DoctorPatientsList kind="own" />
    </Page>
  );
}
