import { Text, type TextProps } from '@mantine/core';
import type { getMe } from '@snimok/contract/doctors';
import type { ResponseOf } from '@snimok/contract/endpoint';
import type { DoctorSettings } from '@snimok/contract/settings';
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
import type { z } from 'zod';
import { canDo, meQuery } from '../account/me.ts';
import { doctorSettingsQuery } from '../account/settings.ts';
import { SignOutButton, signOutCommand } from '../account/sign-out-button.tsx';
import { useIdleSignOut } from '../account/use-idle-sign-out.ts';
import { DoctorBanner } from '../banner/banner.tsx';
import { ChatWidget } from '../messenger/chat-widget.tsx';
import { DoctorSearch, findOwnPatients } from '../search/doctor-search.tsx';
import { type MenuEntry, Shell } from './shell.tsx';

interface DoctorEntry extends MenuEntry {
  when?: (settings: z.output<typeof DoctorSettings>) => boolean;
  ability?: Parameters<typeof canDo>[1];
}

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
  { label: 'Профиль', to: '/doctor-area/profile', icon: IconUserCircle },
];

const commands = [signOutCommand];

export function DoctorShell() {
  const { data: settings } = useQuery(doctorSettingsQuery);
  useIdleSignOut(settings?.sessionIdleSeconds);
  const { data: me } = useQuery(meQuery);
  const menu = entries
    .filter(({ when }) => !when || (settings && when(settings)))
    .filter(({ ability }) => !ability || canDo(me, ability));
  return (
    <Shell
      home="/doctor-area/"
      menu={menu}
      palette={{ commands, label: 'пациент', queryKey: 'own', find: findOwnPatients }}
      search={<DoctorSearch />}
      account={
        <>
          <OwnEmail visibleFrom="sm" maw={220} />
          {settings?.chatEnabled && <ChatWidget />}
          <SignOutButton />
        </>
      }
      banner={<DoctorBanner />}
      aside={<OwnEmail hiddenFrom="sm" px="sm" mt="md" />}
    />
  );
}

/** «Ирина Белова, irina@clinic.ru (Клиника «Белая линия»)» for a person of a clinic. */
const titleOf = ({ name, email, clientName }: ResponseOf<typeof getMe>) =>
  `${name}, ${email}${clientName && clientName !== name ? ` (${clientName})` : ''}`;

/** The doctor's e-mail: in the header, or on a phone below the menu. */
function OwnEmail(props: TextProps) {
  const { data: me } = useQuery(meQuery);
  return (
    <Text size="sm" c="dimmed" truncate title={me && titleOf(me)} {...props}>
      {me?.email ?? 'загрузка...'}
    </Text>
  );
}
