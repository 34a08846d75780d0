import { Worklist } from '../../areas/studies/worklist/worklist.tsx';
import { Page } from '../../shared/ui/page.tsx';

export default function StudiesPage() {
  return (
    <Page title="Исследования">
      <Worklist />
    </Page>
  );
}
