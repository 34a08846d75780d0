import { BannerEditor } from '../../../areas/messaging/banner/banner-editor.tsx';
import { Page } from '../../../shared/navigation/page.tsx';

export default function BannerPage() {
  return (
    <Page title="Настройка баннера">
      <BannerEditor />
    </Page>
  );
}
