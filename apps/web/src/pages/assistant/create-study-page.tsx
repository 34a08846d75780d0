import { Page } from '../../shared/ui/page.tsx';

export default function CreateStudyPage() {
  return <Page title="Создать исследование" />;
}
