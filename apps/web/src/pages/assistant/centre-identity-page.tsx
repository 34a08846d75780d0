import { IdentityEditor } from '../../areas/identity/identity-editor.tsx';
import { Page } from '../../shared/ui/page.tsx';

export default function CentreIdentityPage() {
  return (
    <Page title="Данные центра">
      <IdentityEditor />
    </Page>
  );
}
