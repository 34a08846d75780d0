import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** A second line in a cell. */
export const RowNote = ({ children }: { children: ReactNode }) => (
  <Text component="span" display="block" size="sm" fw={400} c="dimmed">
    {children}
  </Text>
);
