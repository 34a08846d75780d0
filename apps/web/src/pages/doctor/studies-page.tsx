import { ClientStudies } from '../../areas/studies/study-lists/client-studies/client-studies.tsx';
import { Page } from '../../shared/navigation/page.tsx';

export default function StudiesPage() {
  return (
    <Page title="Исследования">
      <ClientStudies />
    </Page>
  );
}
