import { SimpleGrid, Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AccountSection } from './account-section.tsx';
import { FactorsSection } from './factors-section.tsx';
import { LettersSection } from './letters-section.tsx';
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
      </Stack>
      <Stack gap="md">
        <SessionsSection />
        {profile.letters && profile.letters.length > 0 && <LettersSection letters={profile.letters} />}
        {children}
        <ThemeSection />
      </Stack>
    </SimpleGrid>
  );
}
