import type { ReactNode } from 'react';
import classes from './list-shade.module.css';

/** Dims a list while its next page loads. */
export const ListShade = ({ waiting, children }: { waiting: boolean; children: ReactNode }) => (
  <div className={classes.list} data-waiting={waiting || undefined} aria-busy={waiting}>
    {children}
  </div>
);
