import { RIGHT_LABELS, type StaffRight } from '@snimok/contract/staff';
import { IconLock } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { Empty } from '../../shared/ui/empty.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { hasOneOf } from '../account/rights.ts';
import { assistantSettingsQuery } from '../account/settings.ts';
import { HomeButton } from './screen.tsx';

/** The pages below it open for assistants who have one of the rights. Others read which one is missing. */
export function RightRequired({ rights }: { rights: readonly [StaffRight, ...StaffRight[]] }) {
  const { data: settings } = useSuspenseQuery(assistantSettingsQuery);
  if (hasOneOf(settings, rights)) return <Outlet />;
  return (
    <Page title="Нет доступа">
      <Empty icon={IconLock} title="Эта страница вам закрыта" action={<HomeButton />}>
        Для неё нужно право «{RIGHT_LABELS[rights[0]]}». Его может дать администратор центра на странице
        «Сотрудники».
      </Empty>
    </Page>
  );
}
