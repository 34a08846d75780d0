import { missingRight } from '@snimok/contract/people/access';
import { RIGHT_LABELS } from '@snimok/contract/people/staff';
import { needsOfPage, type StaffPage } from '@snimok/contract/people/staff-abilities';
import { IconLock } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { Empty } from '../../../shared/ui/empty.tsx';
import { Page } from '../../../shared/navigation/page.tsx';
import { rightsOf } from '../../platform/access/rights.ts';
import { assistantSettingsQuery } from '../../platform/access/settings.ts';
import { HomeButton } from '../../../shared/navigation/screen.tsx';

/** Opens a page for assistants who have its rights. Others read which one is missing. */
export function RightRequired({ page }: { page: StaffPage }) {
  const { data: settings } = useSuspenseQuery(assistantSettingsQuery);
  const missing = missingRight(needsOfPage(page), rightsOf(settings));
  if (!missing) return <Outlet />;
  return (
    <Page title="Нет доступа">
      <Empty icon={IconLock} title="Эта страница вам закрыта" action={<HomeButton />}>
        Для неё нужно право «{RIGHT_LABELS[missing]}». Его может дать администратор центра на странице
        «Сотрудники».
      </Empty>
    </Page>
  );
}
