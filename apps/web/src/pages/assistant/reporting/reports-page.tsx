import { Button } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { Link } from 'react-router';
import { ReportsList } from '../../../areas/reporting/study-reports/reports-list.tsx';
import { Page } from '../../../shared/navigation/page.tsx';

export default function ReportsPage() {
  return (
    <Page
      title="Заключения"
      actions={
        <Button
          component={Link}
          to="/assistant-area/reports/templates"
          variant="default"
          leftSection={<IconTemplate size={18} stroke={1.6} />}
        >
          Шаблоны
        </Button>
      }
    >
      <ReportsList />
    </Page>
  );
}
