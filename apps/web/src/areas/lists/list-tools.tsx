import type { ReactNode } from 'react';
import classes from './list-tools.module.css';

interface ListToolsProps {
  /** what the list is restricted by, on the left */
  children?: ReactNode;
  /** what concerns the list as a whole, on the right */
  actions: ReactNode;
  /** as of the table */
  wide?: boolean;
}

/** The line of controls above a list. */
export const ListTools = ({ children, actions, wide }: ListToolsProps) => (
  <div className={classes.container} data-wide={wide || undefined}>
    <div className={classes.tools}>
      <div className={classes.group}>{children}</div>
      <div className={classes.group}>{actions}</div>
    </div>
  </div>
);
