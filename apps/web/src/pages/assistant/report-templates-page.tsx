import { useRight } from '../../areas/account/rights.ts';
import { TemplatesList } from '../../areas/study-reports/templates-list.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { Trail } from '../../shared/ui/trail.tsx';

export default function ReportTemplatesPage() {
  const writes = useRight('report-writing');
  const first = writes
    ? { label: 'Заключения', to: '/assistant-area/reports' }
    : { label: 'Главная', to: '/assistant-area/' };
  return (
    <Page title="Шаблоны заключений" trail={<Trail steps={[first, { label: 'Шаблоны' }]} />}>
      <TemplatesList />
    </Page>
  );
}
