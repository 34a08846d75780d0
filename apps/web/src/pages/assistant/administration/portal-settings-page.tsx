import { SettingsEditor } from '../../../areas/administration/portal-settings/settings-editor.tsx';
import { Page } from '../../../shared/navigation/page.tsx';

export default function PortalSettingsPage() {
  return (
    <Page title="Настройки">
      <SettingsEditor />
    </Page>
  );
}
