import type { ReactNode } from 'react';
import classes from './list-shade.module.css';

/** Dims a list while the next page of it is on its way. */
export const ListShade = ({ waiting, children }: { waiting: boolean; children: ReactNode }) => (
  <div className={classes.list} data-waiting={waiting || undefined} aria-busy={waiting}>
    {children}
  </div>
);
