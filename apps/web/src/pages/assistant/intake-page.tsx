import { IntakeScreen } from '../../areas/intake/intake-screen.tsx';
import { Page } from '../../shared/ui/page.tsx';

export default function IntakePage() {
  return (
    <Page title="Загрузка снимков">
      <IntakeScreen />
    </Page>
  );
}
