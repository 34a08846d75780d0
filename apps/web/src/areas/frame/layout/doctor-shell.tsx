import { Text } from '@mantine/core';
import type { getMe } from '@snimok/contract/people/doctors';
import type { ResponseOf } from '@snimok/contract/platform/endpoint';
import type { DoctorSettings } from '@snimok/contract/people/web-app-settings';
import {
  IconCalendarPlus,
  IconFileDescription,
  IconPhotoScan,
  IconSend,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
  IconUsersPlus,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import type { z } from 'zod';
import { canDo, meQuery } from '../../platform/access/me.ts';
import { doctorSettingsQuery } from '../../platform/access/settings.ts';
import { signOutCommand } from '../../people/accounts/sign-out-button.tsx';
import { useIdleSignOut } from '../../people/accounts/use-idle-sign-out.ts';
import { DoctorBanner } from '../../messaging/banner/banner.tsx';
import { ChatWidget } from '../../messaging/messenger/chat-widget.tsx';
import { DoctorSearch, findOwnPatients, ownPatientHit } from '../../people/search/doctor-search.tsx';
import { doctorActions } from './found-actions.ts';
import type { MenuEntry } from './menu.tsx';
import { PersonMenu } from './person-menu.tsx';
import { Shell } from './shell.tsx';

/** Loaded only by a public demonstration. */
const DemoNotice = lazy(() => import('../../administration/public-demo/demo-notice.tsx'));

interface DoctorEntry extends MenuEntry {
  when?: (settings: z.output<typeof DoctorSettings>) => boolean;
  ability?: Parameters<typeof canDo>[1];
}

const PROFILE: MenuEntry = { label: 'Профиль', to: '/doctor-area/profile', icon: IconUserCircle };

const entries: DoctorEntry[] = [
  { label: 'Мои пациенты', to: '/doctor-area/', icon: IconUsers },
  { label: 'Исследования', to: '/doctor-area/studies', icon: IconPhotoScan },
  {
    label: 'Направления',
    to: '/doctor-area/referrals',
    icon: IconFileDescription,
    deep: true,
    ability: 'sendReferrals',
  },
  { label: 'Доступные мне', to: '/doctor-area/patients/shared', icon: IconUsersGroup },
  {
    label: 'Запись пациента',
    to: '/doctor-area/schedule',
    icon: IconCalendarPlus,
    when: ({ scheduleEnabled }) => scheduleEnabled,
  },
  {
    label: 'Сотрудники клиники',
    to: '/doctor-area/people',
    icon: IconUsersPlus,
    ability: 'managePeople',
  },
  {
    label: 'Программы',
    to: '/doctor-area/programs',
    icon: IconSend,
    when: ({ programDeliveryEnabled }) => programDeliveryEnabled === true,
  },
  PROFILE,
];

const commands = [signOutCommand];

export function DoctorShell() {
  const { data: settings } = useQuery(doctorSettingsQuery);
  useIdleSignOut(settings?.sessionIdleSeconds);
  const { data: me } = useQuery(meQuery);
  const shown = entries
    .filter(({ when }) => !when || (settings && when(settings)))
    .filter(({ ability }) => !ability || canDo(me, ability));
  return (
    <Shell
      home="/doctor-area/"
      menu={[{ entries: shown }]}
      palette={{
        commands,
        label: 'пациент',
        queryKey: 'own',
        find: findOwnPatients,
        hitOf: ownPatientHit,
        actionsOf: doctorActions(canDo(me, 'sendReferrals')),
      }}
      search={<DoctorSearch />}
      progress={settings?.chatEnabled && <ChatWidget />}
      person={
        <PersonMenu
          name={me?.name}
          detail={me?.email ?? 'загрузка...'}
          title={me && titleOf(me)}
          profile={PROFILE.to}
        />
      }
      banner={<DoctorBanner />}
      notice={settings?.demoEndsAt && <DemoNotice endsAt={settings.demoEndsAt} other="assistant" />}
      aside={
        // the header of a phone shows an icon only
        <Text hiddenFrom="sm" size="sm" c="dimmed" px="sm" mt="md" truncate>
          {me?.email}
        </Text>
      }
    />
  );
}

/** «Ирина Белова, irina@clinic.ru (Клиника «Белая линия»)» for a person of a clinic. */
const titleOf = ({ name, email, clientName }: ResponseOf<typeof getMe>) =>
  `${name}, ${email}${clientName && clientName !== name ? ` (${clientName})` : ''}`;
