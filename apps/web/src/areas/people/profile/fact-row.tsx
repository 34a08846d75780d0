import type { ReactNode } from 'react';
import classes from './fact-row.module.css';

interface FactRowProps {
  title: ReactNode;
  /** what is known about it */
  children: ReactNode;
  action?: ReactNode;
}

/** An entry of a section, with its action beside it, or below it where there is no space. */
export const FactRow = ({ title, children, action }: FactRowProps) => (
  <div className={classes.row}>
    <div className={classes.facts}>
      {title}
      {children}
    </div>
    {action}
  </div>
);
