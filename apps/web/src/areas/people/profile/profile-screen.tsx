import { SimpleGrid, Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AccountSection } from './account-section.tsx';
import { FactorsSection } from './factors-section.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { profileQuery } from './queries.ts';
import { SessionsSection } from './sessions-section.tsx';
import { ThemeSection } from './theme-section.tsx';

/** `children`: what only some roles have. */
export function ProfileScreen({ children }: { children?: ReactNode }) {
  const { data: profile } = useSuspenseQuery(profileQuery);
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" style={{ alignItems: 'start' }}>
      <Stack gap="md">
        <AccountSection name={profile.name} email={profile.email} editable={profile.letters !== undefined} />
        {profile.mfaEnabled && <FactorsSection />}
        <PasswordSection />
        <SessionsSection />
      </Stack>
      <Stack gap="md">
        <NotificationsSection />
        {children}
        <ThemeSection />
      </Stack>
    </SimpleGrid>
  );
}
