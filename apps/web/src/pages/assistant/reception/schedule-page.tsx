import { Button } from '@mantine/core';
import { IconCalendarOff, IconSettings } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { assistantSettingsQuery } from '../../../areas/platform/access/settings.ts';
import { NotFoundPage } from '../../../areas/frame/layout/not-found-page.tsx';
import { ScheduleBoard } from '../../../areas/reception/schedule/board/schedule-board.tsx';
import { centresQuery } from '../../../areas/reception/schedule/queries.ts';
import { Empty } from '../../../shared/ui/empty.tsx';
import { Page } from '../../../shared/navigation/page.tsx';

const CENTRES = '/assistant-area/schedule/centres';

export default function SchedulePage() {
  const { data: settings } = useSuspenseQuery(assistantSettingsQuery);
  if (!settings.scheduleEnabled) return <NotFoundPage />;
  return (
    <Page
      title="Запись"
      actions={
        <Button
          component={Link}
          to={CENTRES}
          variant="default"
          leftSection={<IconSettings size={18} stroke={1.6} />}
        >
          Центры и часы
        </Button>
      }
    >
      <Board />
    </Page>
  );
}

function Board() {
  const { data } = useSuspenseQuery(centresQuery);
  if (data.locations.some(({ archived }) => !archived)) return <ScheduleBoard />;
  return (
    <Empty icon={IconCalendarOff} title="Записывать некуда">
      Добавьте центр или верните его из архива.
    </Empty>
  );
}
