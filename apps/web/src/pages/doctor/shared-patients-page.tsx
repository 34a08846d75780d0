import { DoctorPatientsList } from '../../areas/studies/study-lists/doctor-patients-list.tsx';
import { Page } from '../../shared/navigation/page.tsx';

export default function SharedPatientsPage() {
  return (
    <Page title="Доступные мне">
      <DoctorPatientsList kind="shared" />
    </Page>
  );
}
