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
  /** without a border, centred in a parent that has one */
  framed?: boolean;
}

/** What an empty list shows: a title and the next step. */
export function Empty({ icon: EmptyIcon, title, children, action, framed }: EmptyProps) {
  return (
    <Stack className={classes.empty} data-framed={framed || undefined} align="center" gap="xs">
      <span className={classes.icon}>
        <EmptyIcon size={28} stroke={1.5} aria-hidden />
      </span>
      <Text fw={600} size="lg">
        {title}
      </Text>
      {children && (
        <Text c="dimmed" maw={420}>
          {children}
        </Text>
      )}
      {action && <div className={classes.action}>{action}</div>}
    </Stack>
  );
}
