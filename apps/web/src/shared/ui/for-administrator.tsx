import type { ReactNode } from 'react';
import classes from './for-administrator.module.css';

/** What only an administrator of computers needs, folded until it is asked for. */
export const ForAdministrator = ({ children }: { children: ReactNode }) => (
  <details className={classes.folded}>
    <summary>Для администратора</summary>
    <div className={classes.content}>{children}</div>
  </details>
);
