import { Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface SectionProps {
  title: string;
  hint?: string;
  children: ReactNode;
}

export const Section = ({ title, hint, children }: SectionProps) => (
  <Paper component="section" withBorder p="md" aria-label={title}>
    <Title order={2} size="h4" mb={hint ? 2 : 'sm'}>
      {title}
    </Title>
    {hint && (
      <Text size="sm" c="dimmed" mb="sm">
        {hint}
      </Text>
    )}
    {children}
  </Paper>
);
