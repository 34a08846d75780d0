import { Stack, Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './empty.module.css';

interface EmptyProps {
  icon: Icon;
  title: string;
  /** what to do next */
  children?: ReactNode;
  action?: ReactNode;
  /** in the middle of a frame that is already there */
  framed?: boolean;
}

/** An empty list is a sentence with a next step. */
export function Empty({ icon: Picture, title, children, action, framed }: EmptyProps) {
  return (
    <Stack className={classes.empty} data-framed={framed || undefined} align="center" gap="xs">
      <span className={classes.picture}>
        <Picture size={28} stroke={1.5} aria-hidden />
      </span>
      <Text fw={600} size="lg">
        {title}
      </Text>
      {children && (
        <Text c="dimmed" maw={420}>
          {children}
        </Text>
      )}
      {action}
    </Stack>
  );
}
