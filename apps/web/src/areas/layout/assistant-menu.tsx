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
import type { MenuEntry, MenuGroup } from './menu.tsx';
import { WaitingAttention } from './waiting-attention.tsx';

export type Settings = z.output<typeof AssistantSettings>;

interface Condition {
  /** one of them is enough */
  rights: readonly StaffRight[];
  when?: (settings: Settings) => boolean;
}

type Entry = MenuEntry & Condition;

export const PROFILE: MenuEntry = {
  label: 'Профиль',
  to: '/assistant-area/profile',
  icon: IconUserCircle,
};

const upload: Entry = {
  label: 'Загрузить снимки',
  to: '/assistant-area/intake',
  icon: IconUpload,
  rights: ['studies'],
};

const work: Entry[] = [
  {
    label: 'Сегодня',
    to: '/assistant-area/overview',
    icon: IconLayoutDashboard,
    words: 'Обзор',
    badge: <WaitingAttention />,
    rights: ['studies'],
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
    rights: ['report-writing'],
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
];

const data: Entry[] = [
  { label: 'Главная', to: '/assistant-area/', icon: IconHome, rights: ['studies', 'clients'] },
  {
    label: 'Создать исследование',
    to: '/assistant-area/applications/create',
    icon: IconFilePlus,
    deep: true,
    rights: ['studies'],
  },
  { label: 'Корзина', to: '/assistant-area/trash', icon: IconTrash, rights: ['studies'] },
];

const centre: Entry[] = [
  {
    label: 'Статистика',
    to: '/assistant-area/statistics',
    icon: IconChartBar,
    rights: ['studies'],
    when: ({ rights }) => rights?.includes('export') === true,
  },
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
    label: 'Данные центра',
    to: '/assistant-area/centre',
    icon: IconBuilding,
    words: 'О центре',
    rights: ['admin'],
    // an earlier version of the server has no such page
    when: ({ rights }) => rights !== undefined,
  },
  {
    label: 'Настройка баннера',
    to: '/assistant-area/banner/update',
    icon: IconSpeakerphone,
    rights: ['banner'],
  },
  {
    label: 'Программы загрузки',
    to: '/assistant-area/desktop-apps',
    icon: IconDeviceDesktopUp,
    rights: ['programs'],
    when: ({ desktopAppAuthEnabled }) => desktopAppAuthEnabled,
  },
  {
    label: 'Интеграции',
    to: '/assistant-area/integrations',
    icon: IconPlugConnected,
    rights: ['admin'],
    when: ({ rights }) => rights?.includes('programs') === true,
  },
];

/** Pages and actions that are not in the menu. */
const commands: (Command & Condition)[] = [
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
    rights: ['report-writing', 'admin'],
  },
  {
    label: 'Удаление персональных данных',
    to: '/assistant-area/erasures',
    icon: IconUserX,
    rights: ['admin'],
  },
  { ...PROFILE, rights: [] },
  { ...signOutCommand, rights: [] },
];

/** Until the settings have loaded, what most people have: a menu that grows would move below the pointer. */
const permitted = <Entry extends Condition>(all: Entry[], settings: Settings | undefined): Entry[] =>
  all.filter(({ rights, when }) => {
    if (settings === undefined) return when === undefined;
    return hasOneOf(settings, rights) && (!when || when(settings));
  });

export const primaryFor = (settings: Settings | undefined): MenuEntry | undefined =>
  permitted([upload], settings)[0];

export const menuFor = (settings: Settings | undefined): MenuGroup[] => {
  // administrators set up the centre; others rarely need its pages
  const folded = settings !== undefined && !hasOneOf(settings, ['admin']);
  const groups = [
    { label: 'Работа', entries: permitted(work, settings) },
    { label: 'Данные', entries: permitted(data, settings) },
    { label: 'Центр', icon: IconSettings, folded, entries: permitted(centre, settings) },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
};

/** For those who may not open the main page; the profile is open to everyone. */
export const firstPageOf = (settings: Settings): string => menuFor(settings)[0]?.entries[0]?.to ?? PROFILE.to;

export const commandsFor = (settings: Settings | undefined): Command[] => permitted(commands, settings);
