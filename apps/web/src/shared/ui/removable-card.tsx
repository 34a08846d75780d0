import { Button, Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface RemovableCardProps {
  name: string;
  onRemove: () => void;
  /** what there is to know about it */
  children: ReactNode;
}

/** An entry of a list that is set up once: its name, its facts and the button that asks before it is deleted. */
export const RemovableCard = ({ name, onRemove, children }: RemovableCardProps) => (
  <Paper withBorder radius="md" p="md">
    <Group justify="space-between" gap="sm">
      <div>
        <Text fw={600}>{name}</Text>
        {children}
      </div>
      <Button variant="subtle" color="red" size="xs" aria-label={`Удалить: ${name}`} onClick={onRemove}>
        Удалить
      </Button>
    </Group>
  </Paper>
);
