import { DoctorPatientsList } from '../../areas/studies/doctor-patients-list.tsx';
import { Page } from '../../shared/ui/page.tsx';

export default function SharedPatientsPage() {
  return (
    <Page title="Доступные мне">
      <DoctorPatientsList kind="shared" />
    </Page>
  );
}
