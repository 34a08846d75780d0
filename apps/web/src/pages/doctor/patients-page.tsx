import { DoctorPatientsList } from '../../areas/patients/doctor-patients-list.tsx';
import { Page } from '../../shared/ui/page.tsx';

export default function PatientsPage() {
  return (
    <Page title="Мои пациенты">
      <DoctorPatientsList kind="own" />
    </Page>
  );
}
