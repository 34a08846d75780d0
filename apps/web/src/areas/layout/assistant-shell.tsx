import type { AssistantSettings } from '@snimok/contract/settings';
import {
  IconCalendarEvent,
  IconDeviceDesktopUp,
  IconFilePlus,
  IconHome,
  IconLayoutDashboard,
  IconMessages,
  IconSpeakerphone,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { assistantSettingsQuery } from '../account/settings.ts';
import { SignOutButton } from '../account/sign-out-button.tsx';
import { UnreadBadge, UnreadDot } from '../messenger/unread-badge.tsx';
import { AssistantSearch } from '../search/assistant-search.tsx';
import { type MenuEntry, Shell } from './shell.tsx';

interface AssistantEntry extends MenuEntry {
  when?: (settings: z.output<typeof AssistantSettings>) => boolean;
}

const entries: AssistantEntry[] = [
  { label: 'Главная', to: '/assistant-area/', icon: IconHome },
  { label: 'Обзор', to: '/assistant-area/overview', icon: IconLayoutDashboard },
  {
    label: 'Создать исследование',
    to: '/assistant-area/applications/create',
    icon: IconFilePlus,
    deep: true,
  },
  {
    label: 'Мессенджер',
    to: '/assistant-area/messenger',
    icon: IconMessages,
    badge: <UnreadBadge />,
    when: ({ chatEnabled }) => chatEnabled,
  },
  { label: 'Настройка баннера', to: '/assistant-area/banner/update', icon: IconSpeakerphone },
  {
    label: 'Запись',
    to: '/assistant-area/schedule',
    icon: IconCalendarEvent,
    deep: true,
    when: ({ scheduleEnabled }) => scheduleEnabled,
  },
  {
    label: 'Программы загрузки',
    to: '/assistant-area/desktop-apps',
    icon: IconDeviceDesktopUp,
    when: ({ desktopAppAuthEnabled }) => desktopAppAuthEnabled,
  },
  { label: 'Корзина', to: '/assistant-area/trash', icon: IconTrash },
];

export function AssistantShell() {
  const { data: settings } = useQuery(assistantSettingsQuery);
  const menu = entries.filter(({ when }) => !when || (settings && when(settings)));
  return (
    <Shell
      home="/assistant-area/"
      menu={menu}
      menuBadge={settings?.chatEnabled && <UnreadDot />}
      search={<AssistantSearch />}
      account={<SignOutButton />}
    />
  );
}
