import { useRight } from '../../../areas/platform/access/rights.ts';
import { TemplatesList } from '../../../areas/reporting/study-reports/templates/templates-list.tsx';
import { Page } from '../../../shared/navigation/page.tsx';
import { Trail } from '../../../shared/navigation/trail.tsx';

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
