import { IntakeScreen } from '../../../areas/reception/scan-intake/intake-screen.tsx';
import { Page } from '../../../shared/navigation/page.tsx';

export default function IntakePage() {
  return (
    <Page title="Загрузка снимков">
      <IntakeScreen />
    </Page>
  );
}
