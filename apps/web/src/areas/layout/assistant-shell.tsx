import type { AssistantSettings } from '@snimok/contract/settings';
import {
  IconBuildingHospital,
  IconCalendarEvent,
  IconDeviceDesktopUp,
  IconFilePlus,
  IconHome,
  IconKey,
  IconLayoutDashboard,
  IconMessages,
  IconRestore,
  IconSettings,
  IconSpeakerphone,
  IconTrash,
  IconUpload,
  IconUserCircle,
  IconUserExclamation,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { assistantSettingsQuery } from '../account/settings.ts';
import { SignOutButton, signOutCommand } from '../account/sign-out-button.tsx';
import { UnreadBadge, UnreadDot } from '../messenger/unread-badge.tsx';
import { AssistantSearch, findEverybody } from '../search/assistant-search.tsx';
import type { Command } from '../palette/palette-dialog.tsx';
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
  { label: 'Профиль', to: '/assistant-area/profile', icon: IconUserCircle },
];

/** Pages and actions that are not in the menu. */
const commandsFor = (settings: z.output<typeof AssistantSettings> | undefined): Command[] => [
  { label: 'Загрузить снимки', to: '/assistant-area/intake', icon: IconUpload },
  { label: 'Клиенты (врачи/клиники)', to: '/assistant-area/?tab=doctors', icon: IconBuildingHospital },
  { label: 'Пациенты в работе', to: '/assistant-area/?tab=in-work', icon: IconUserExclamation },
  { label: 'Исследования на восстановление', to: '/assistant-area/?tab=for-restore', icon: IconRestore },
  ...(settings?.scheduleEnabled
    ? [{ label: 'Центры и часы', to: '/assistant-area/schedule/centres', icon: IconSettings }]
    : []),
  ...(settings?.desktopAppAuthEnabled
    ? [{ label: 'Ввести код программы загрузки', to: '/assistant-area/desktop-grant', icon: IconKey }]
    : []),
  signOutCommand,
];

/** `uploads`: in the header, what is being sent. */
export function AssistantShell({ uploads }: { uploads: ReactNode }) {
  const { data: settings } = useQuery(assistantSettingsQuery);
  const menu = entries.filter(({ when }) => !when || (settings && when(settings)));
  return (
    <Shell
      home="/assistant-area/"
      menu={menu}
      palette={{
        commands: commandsFor(settings),
        label: 'пациент или клиент',
        queryKey: 'everybody',
        find: findEverybody,
      }}
      menuBadge={settings?.chatEnabled && <UnreadDot />}
      search={<AssistantSearch />}
      account={
        <>
          {uploads}
          <SignOutButton />
        </>
      }
    />
  );
}
