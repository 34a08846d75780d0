import { Page } from '../../shared/ui/page.tsx';

export default function PatientPage() {
  return <Page title="Пациент" />;
}
