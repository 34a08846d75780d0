import { Group, type GroupProps } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './warning-box.module.css';

interface WarningBoxProps extends Pick<GroupProps, 'role'> {
  icon: Icon;
  children: ReactNode;
}

/** A yellow box on the card of a study. */
export const WarningBox = ({ icon: Sign, children, ...box }: WarningBoxProps) => (
  <Group {...box} className={classes.box} gap="sm" wrap="nowrap" align="flex-start">
    <Sign size={18} stroke={1.6} aria-hidden className={classes.icon} />
    {children}
  </Group>
);
