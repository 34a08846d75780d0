import { ImportsList } from '../../../areas/reception/archive-import/imports-list.tsx';
import { Page } from '../../../shared/navigation/page.tsx';

export default function ArchiveImportsPage() {
  return (
    <Page title="Перенос архива">
      <ImportsList />
    </Page>
  );
}
