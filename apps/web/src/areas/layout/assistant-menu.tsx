import type { AssistantSettings } from '@snimok/contract/settings';
import type { StaffRight } from '@snimok/contract/staff';
import {
  IconBuilding,
  IconBuildingHospital,
  IconCalendarEvent,
  IconChartBar,
  IconDeviceDesktopUp,
  IconFileDescription,
  IconFileCertificate,
  IconFilePlus,
  IconHome,
  IconKey,
  IconLayoutDashboard,
  IconMessages,
  IconPlugConnected,
  IconRestore,
  IconSettings,
  IconSpeakerphone,
  IconTemplate,
  IconTrash,
  IconUpload,
  IconUserCircle,
  IconUserExclamation,
  IconUsers,
  IconUserX,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { z } from 'zod';
import { hasOneOf } from '../account/rights.ts';
import { signOutCommand } from '../account/sign-out-button.tsx';
import { WaitingErasures } from '../erasures/waiting-badge.tsx';
import { UnreadBadge } from '../messenger/unread-badge.tsx';
import { WaitingReferrals } from '../referrals/waiting-badge.tsx';
import type { Command } from '../palette/palette-dialog.tsx';
import { WaitingReports } from '../study-reports/waiting-badge.tsx';
import type { MenuEntry } from './shell.tsx';
import { WaitingAttention } from './waiting-attention.tsx';

type Settings = z.output<typeof AssistantSettings>;

interface Condition {
  /** one of them is enough */
  rights: readonly StaffRight[];
  when?: (settings: Settings) => boolean;
}

const entries: (MenuEntry & Condition)[] = [
  { label: 'Главная', to: '/assistant-area/', icon: IconHome, rights: ['studies', 'clients'] },
  {
    label: 'Обзор',
    to: '/assistant-area/overview',
    icon: IconLayoutDashboard,
    badge: <WaitingAttention />,
    rights: ['studies'],
  },
  {
    label: 'Создать исследование',
    to: '/assistant-area/applications/create',
    icon: IconFilePlus,
    deep: true,
    rights: ['studies'],
  },
  {
    label: 'Направления',
    to: '/assistant-area/referrals',
    icon: IconFileDescription,
    deep: true,
    badge: <WaitingReferrals />,
    rights: ['studies'],
  },
  {
    label: 'Заключения',
    to: '/assistant-area/reports',
    icon: IconFileCertificate,
    deep: true,
    badge: <WaitingReports />,
    rights: ['reports'],
    // an assistant who sees no studies has only the templates
    when: ({ rights }) => rights?.includes('studies') === true,
  },
  {
    label: 'Мессенджер',
    to: '/assistant-area/messenger',
    icon: IconMessages,
    badge: <UnreadBadge />,
    rights: ['messenger'],
    when: ({ chatEnabled }) => chatEnabled,
  },
  {
    label: 'Настройка баннера',
    to: '/assistant-area/banner/update',
    icon: IconSpeakerphone,
    rights: ['banner'],
  },
  {
    label: 'Запись',
    to: '/assistant-area/schedule',
    icon: IconCalendarEvent,
    deep: true,
    rights: ['booking'],
    when: ({ scheduleEnabled }) => scheduleEnabled,
  },
  {
    label: 'Программы загрузки',
    to: '/assistant-area/desktop-apps',
    icon: IconDeviceDesktopUp,
    rights: ['programs'],
    when: ({ desktopAppAuthEnabled }) => desktopAppAuthEnabled,
  },
  {
    label: 'Статистика',
    to: '/assistant-area/statistics',
    icon: IconChartBar,
    rights: ['studies'],
    when: ({ rights }) => rights?.includes('export') === true,
  },
  { label: 'Корзина', to: '/assistant-area/trash', icon: IconTrash, rights: ['studies'] },
  {
    label: 'Сотрудники',
    to: '/assistant-area/staff',
    icon: IconUsersGroup,
    badge: <WaitingErasures />,
    rights: ['admin'],
    // an earlier version of the server has no such page
    when: ({ rights }) => rights !== undefined,
  },
  {
    label: 'Интеграции',
    to: '/assistant-area/integrations',
    icon: IconPlugConnected,
    rights: ['admin'],
    when: ({ rights }) => rights?.includes('programs') === true,
  },
  {
    label: 'О центре',
    to: '/assistant-area/centre',
    icon: IconBuilding,
    rights: ['admin'],
    // an earlier version of the server has no such page
    when: ({ rights }) => rights !== undefined,
  },
  { label: 'Профиль', to: '/assistant-area/profile', icon: IconUserCircle, rights: [] },
];

/** Pages and actions that are not in the menu. */
const commands: (Command & Condition)[] = [
  { label: 'Загрузить снимки', to: '/assistant-area/intake', icon: IconUpload, rights: ['studies'] },
  {
    label: 'Возможные дубликаты пациентов',
    to: '/assistant-area/duplicates',
    icon: IconUsers,
    rights: ['studies'],
  },
  {
    label: 'Клиенты (врачи/клиники)',
    to: '/assistant-area/?tab=doctors',
    icon: IconBuildingHospital,
    rights: ['clients'],
  },
  {
    label: 'Пациенты в работе',
    to: '/assistant-area/?tab=in-work',
    icon: IconUserExclamation,
    rights: ['studies'],
  },
  {
    label: 'Исследования на восстановление',
    to: '/assistant-area/?tab=for-restore',
    icon: IconRestore,
    rights: ['studies'],
  },
  {
    label: 'Центры и часы',
    to: '/assistant-area/schedule/centres',
    icon: IconSettings,
    rights: ['booking'],
    when: ({ scheduleEnabled }) => scheduleEnabled,
  },
  {
    label: 'Справочник исследований',
    to: '/assistant-area/referrals/examinations',
    icon: IconSettings,
    rights: ['admin'],
  },
  {
    label: 'Ввести код программы загрузки',
    to: '/assistant-area/desktop-grant',
    icon: IconKey,
    rights: ['programs'],
    when: ({ desktopAppAuthEnabled }) => desktopAppAuthEnabled,
  },
  {
    label: 'Шаблоны заключений',
    to: '/assistant-area/reports/templates',
    icon: IconTemplate,
    rights: ['reports', 'admin'],
  },
  {
    label: 'Удаление персональных данных',
    to: '/assistant-area/erasures',
    icon: IconUserX,
    rights: ['admin'],
  },
  { ...signOutCommand, rights: [] },
];

/** Until the settings have loaded, what most people have: a menu that grows would move below the pointer. */
const permitted = <Entry extends Condition>(all: Entry[], settings: Settings | undefined): Entry[] =>
  all.filter(({ rights, when }) => {
    if (settings === undefined) return when === undefined;
    return hasOneOf(settings, rights) && (!when || when(settings));
  });

export const menuFor = (settings: Settings | undefined): MenuEntry[] => permitted(entries, settings);
export const commandsFor = (settings: Settings | undefined): Command[] => permitted(commands, settings);
