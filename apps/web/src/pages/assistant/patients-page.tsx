import { Page } from '../../shared/ui/page.tsx';

export default function PatientsPage() {
  return <Page title="Пациенты" />;
}
