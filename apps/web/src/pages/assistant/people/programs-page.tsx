import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { assistantSettingsQuery } from '../../../areas/platform/access/settings.ts';
import { InstallProgram } from '../../../areas/people/program-access/install-program.tsx';
import { ProgramsList } from '../../../areas/people/program-access/programs-list.tsx';
import { ENTER_CODE } from '../../../areas/people/program-access/paths.ts';
import { NotFoundPage } from '../../../areas/frame/layout/not-found-page.tsx';
import { Page } from '../../../shared/navigation/page.tsx';

export default function ProgramsPage() {
  const { data: settings } = useSuspenseQuery(assistantSettingsQuery);
  if (!settings.desktopAppAuthEnabled) return <NotFoundPage />;
  return (
    <Page
      title="Программы загрузки"
      actions={
        <Button component={Link} to={ENTER_CODE} leftSection={<IconPlus size={18} stroke={1.8} />}>
          Подключить по коду
        </Button>
      }
    >
      <Text c="dimmed" maw={720} mb="lg">
        Программа snimok стоит на компьютере у аппарата и сама отправляет готовые исследования в портал.
        Загружать их вручную тогда не нужно. Здесь видно, какие компьютеры подключены и когда каждый из них
        отправлял снимки.
      </Text>
      <ProgramsList />
      <InstallProgram />
    </Page>
  );
}
