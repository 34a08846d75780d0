import type { ReactNode } from 'react';
import classes from './dialog-footer.module.css';

/** The buttons of a dialog, last in it: they stay at its lower edge while its content scrolls. */
export const DialogFooter = ({ children }: { children: ReactNode }) => (
  <div className={classes.footer}>{children}</div>
);
