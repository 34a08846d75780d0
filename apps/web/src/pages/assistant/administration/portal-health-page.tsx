import { Stack, Title } from '@mantine/core';
import { HealthLines } from '../../../areas/administration/portal-health/health-lines.tsx';
import { healthQuery } from '../../../areas/administration/portal-health/queries.ts';
import { RunsTable } from '../../../areas/administration/portal-health/runs-table.tsx';
import { Page } from '../../../shared/navigation/page.tsx';
import { useList } from '../../../shared/lists/use-list.ts';
import { Loading } from '../../../shared/ui/loading.tsx';

/** Backups, disks, queue, mail, certificates and versions, for administrators. */
export default function PortalHealthPage() {
  const { list } = useList(healthQuery);
  return (
    <Page title="Состояние портала">
      {list ? (
        <Stack gap="lg">
          <HealthLines health={list} />
          <Title order={2} size="h3">
            Копии и проверки
          </Title>
          <RunsTable runs={list.runs} timeZone={list.timeZone} />
        </Stack>
      ) : (
        <Loading />
      )}
    </Page>
  );
}
