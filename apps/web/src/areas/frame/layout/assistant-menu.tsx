import { missingRight, type Needs } from '@snimok/contract/people/access';
import type { AssistantSettings } from '@snimok/contract/people/web-app-settings';
import { needsOfPage } from '@snimok/contract/people/staff-abilities';
import {
  IconAdjustments,
  IconBuilding,
  IconBuildingHospital,
  IconCalendarEvent,
  IconChartBar,
  IconDatabaseImport,
  IconDeviceDesktopUp,
  IconFileDescription,
  IconFileCertificate,
  IconFilePlus,
  IconHeartbeat,
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
import { hasOneOf, rightsOf } from '../../platform/access/rights.ts';
import { signOutCommand } from '../../people/accounts/sign-out-button.tsx';
import { WaitingErasures } from '../../administration/erasure/waiting-badge.tsx';
import { UnreadBadge } from '../../messaging/messenger/unread-badge.tsx';
import { WaitingReferrals } from '../../reception/referrals/waiting-badge.tsx';
import type { Command } from '../palette/palette-dialog.tsx';
import { WaitingReports } from '../../reporting/study-reports/waiting-badge.tsx';
import type { MenuEntry, MenuGroup } from './menu.tsx';
import { WaitingAttention } from './waiting-attention.tsx';

export type Settings = z.output<typeof AssistantSettings>;

interface Condition {
  /** the rights that its page or action needs; null if it is open to everyone */
  needs: Needs | null;
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
  needs: needsOfPage('intake'),
};

const work: Entry[] = [
  {
    label: 'Сегодня',
    to: '/assistant-area/overview',
    icon: IconLayoutDashboard,
    words: 'Обзор',
    badge: <WaitingAttention />,
    needs: needsOfPage('overview'),
  },
  {
    label: 'Запись',
    to: '/assistant-area/schedule',
    icon: IconCalendarEvent,
    deep: true,
    needs: needsOfPage('schedule'),
    when: ({ scheduleEnabled }) => scheduleEnabled,
  },
  {
    label: 'Направления',
    to: '/assistant-area/referrals',
    icon: IconFileDescription,
    deep: true,
    badge: <WaitingReferrals />,
    needs: needsOfPage('referrals'),
  },
  {
    label: 'Заключения',
    to: '/assistant-area/reports',
    icon: IconFileCertificate,
    deep: true,
    badge: <WaitingReports />,
    needs: needsOfPage('reports'),
  },
  {
    label: 'Мессенджер',
    to: '/assistant-area/messenger',
    icon: IconMessages,
    badge: <UnreadBadge />,
    needs: needsOfPage('messenger'),
    when: ({ chatEnabled }) => chatEnabled,
  },
];

const data: Entry[] = [
  { label: 'Главная', to: '/assistant-area/', icon: IconHome, needs: needsOfPage('') },
  {
    label: 'Создать исследование',
    to: '/assistant-area/applications/create',
    icon: IconFilePlus,
    deep: true,
    needs: needsOfPage('applications/create/:doctorID?/:patientID?'),
  },
  { label: 'Корзина', to: '/assistant-area/trash', icon: IconTrash, needs: needsOfPage('trash') },
];

const centre: Entry[] = [
  {
    label: 'Статистика',
    to: '/assistant-area/statistics',
    icon: IconChartBar,
    needs: needsOfPage('statistics'),
  },
  {
    label: 'Сотрудники',
    to: '/assistant-area/staff',
    icon: IconUsersGroup,
    badge: <WaitingErasures />,
    needs: needsOfPage('staff'),
    // an earlier version of the server has no such page
    when: ({ rights }) => rights !== undefined,
  },
  {
    label: 'Данные центра',
    to: '/assistant-area/centre',
    icon: IconBuilding,
    words: 'О центре',
    needs: needsOfPage('centre'),
    // an earlier version of the server has no such page
    when: ({ rights }) => rights !== undefined,
  },
  {
    label: 'Настройки',
    to: '/assistant-area/portal-settings',
    icon: IconAdjustments,
    words: 'Почта, адрес портала, сроки, ограничения',
    needs: needsOfPage('portal-settings'),
    // an earlier version of the server has no such page
    when: ({ portalSettings }) => portalSettings === true,
  },
  {
    label: 'Настройка баннера',
    to: '/assistant-area/banner/update',
    icon: IconSpeakerphone,
    needs: needsOfPage('banner/update'),
  },
  {
    label: 'Программы загрузки',
    to: '/assistant-area/desktop-apps',
    icon: IconDeviceDesktopUp,
    needs: needsOfPage('desktop-apps'),
    when: ({ desktopAppAuthEnabled }) => desktopAppAuthEnabled,
  },
  {
    label: 'Интеграции',
    to: '/assistant-area/integrations',
    icon: IconPlugConnected,
    needs: needsOfPage('integrations'),
  },
  {
    label: 'Перенос архива',
    to: '/assistant-area/archive-imports',
    icon: IconDatabaseImport,
    deep: true,
    words: 'Импорт из PACS, Orthanc, папки',
    needs: needsOfPage('archive-imports'),
  },
  {
    label: 'Состояние портала',
    to: '/assistant-area/portal-health',
    icon: IconHeartbeat,
    words: 'Резервные копии, диски, очередь, почта, сертификаты',
    needs: needsOfPage('portal-health'),
    // added together with these settings: an earlier version of the server has no such page
    when: ({ portalSettings }) => portalSettings === true,
  },
];

/** Pages and actions that are not in the menu. */
const commands: (Command & Condition)[] = [
  {
    label: 'Возможные дубликаты пациентов',
    to: '/assistant-area/duplicates',
    icon: IconUsers,
    needs: needsOfPage('duplicates'),
  },
  {
    label: 'Клиенты (врачи/клиники)',
    to: '/assistant-area/?tab=doctors',
    icon: IconBuildingHospital,
    needs: 'clients',
  },
  {
    label: 'Пациенты в работе',
    to: '/assistant-area/?tab=in-work',
    icon: IconUserExclamation,
    needs: 'studies',
  },
  {
    label: 'Исследования на восстановление',
    to: '/assistant-area/?tab=for-restore',
    icon: IconRestore,
    needs: 'studies',
  },
  {
    label: 'Центры и часы',
    to: '/assistant-area/schedule/centres',
    icon: IconSettings,
    needs: needsOfPage('schedule/centres'),
    when: ({ scheduleEnabled }) => scheduleEnabled,
  },
  {
    label: 'Справочник исследований',
    to: '/assistant-area/referrals/examinations',
    icon: IconSettings,
    needs: needsOfPage('referrals/examinations'),
  },
  {
    label: 'Ввести код программы загрузки',
    to: '/assistant-area/desktop-grant',
    icon: IconKey,
    needs: needsOfPage('desktop-grant/:userCode?'),
    when: ({ desktopAppAuthEnabled }) => desktopAppAuthEnabled,
  },
  {
    label: 'Шаблоны заключений',
    to: '/assistant-area/reports/templates',
    icon: IconTemplate,
    needs: needsOfPage('reports/templates'),
  },
  {
    label: 'Удаление персональных данных',
    to: '/assistant-area/erasures',
    icon: IconUserX,
    needs: needsOfPage('erasures'),
  },
  { ...PROFILE, needs: null },
  { ...signOutCommand, needs: null },
];

/**
 * Until the settings have loaded, shows the entries that most people have: entries added later would move the menu
 * under the pointer.
 */
const permitted = <Entry extends Condition>(all: Entry[], settings: Settings | undefined): Entry[] =>
  all.filter(({ needs, when }) => {
    if (settings === undefined) return when === undefined && !Array.isArray(needs);
    const isMissing = needs !== null && missingRight(needs, rightsOf(settings)) !== undefined;
    return !isMissing && (!when || when(settings));
  });

export const primaryFor = (settings: Settings | undefined): MenuEntry | undefined =>
  permitted([upload], settings)[0];

export const menuFor = (settings: Settings | undefined): MenuGroup[] => {
  const entriesOf = (all: Entry[]): MenuEntry[] =>
    // a badge asks for a number that the server refuses to those without the right
    permitted(all, settings).map((entry) =>
      settings === undefined ? { ...entry, badge: undefined } : entry,
    );
  const daily = [
    { label: 'Работа', entries: entriesOf(work) },
    { label: 'Данные', entries: entriesOf(data) },
  ].filter(({ entries }) => entries.length > 0);
  // only administrators often need these pages, so the group is folded for others, unless it is their only one
  const folded = settings !== undefined && daily.length > 0 && !hasOneOf(settings, ['admin']);
  const rest = { label: 'Центр', icon: IconSettings, folded, entries: entriesOf(centre) };
  return rest.entries.length > 0 ? [...daily, rest] : daily;
};

/** The page for those who may not open the main page; the profile is open to everyone. */
export const firstPageOf = (settings: Settings): string => menuFor(settings)[0]?.entries[0]?.to ?? PROFILE.to;

export const commandsFor = (settings: Settings | undefined): Command[] => permitted(commands, settings);
