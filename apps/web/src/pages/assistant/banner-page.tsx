import { BannerEditor } from '../../areas/banner/banner-editor.tsx';
import { Page } from '../../shared/ui/page.tsx';

export default function BannerPage() {
  return (
    <Page title="Настройка баннера">
      <BannerEditor />
    </Page>
  );
}
