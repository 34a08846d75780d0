import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FactorsSection } from './factors-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { profileQuery } from './queries.ts';
import { Section } from './section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { ThemeSection } from './theme-section.tsx';

/** `children`: what only some roles have. */
export function ProfileScreen({ children }: { children?: ReactNode }) {
  const { data: profile } = useSuspenseQuery(profileQuery);
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" style={{ alignItems: 'start' }}>
      <Stack gap="md">
        <Section title="Учётная запись">
          <Text fw={500}>{profile.name}</Text>
          <Text c="dimmed">{profile.email}</Text>
        </Section>
        {profile.mfaEnabled && <FactorsSection />}
        <PasswordSection />
      </Stack>
      <Stack gap="md">
        <SessionsSection />
        {children}
        <ThemeSection />
      </Stack>
    </SimpleGrid>
  );
}
