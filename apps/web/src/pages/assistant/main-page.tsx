import { Page } from '../../shared/ui/page.tsx';

export default function MainPage() {
  return <Page title="Главная" />;
}
