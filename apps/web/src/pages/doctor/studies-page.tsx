import { Worklist } from '../../areas/studies/study-lists/worklist/worklist.tsx';
import { Page } from '../../shared/navigation/page.tsx';

export default function StudiesPage() {
  return (
    <Page title="Исследования">
      <Worklist />
    </Page>
  );
}
