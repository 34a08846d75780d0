import type { ReactNode } from 'react';
import { useConnectionLost } from '../connection/connection.ts';
import classes from './list-shade.module.css';
import { NotLoaded } from './loading.tsx';

/** Dims a list while its next page loads. Without a connection the rows of another page would stay: it says so instead. */
export const ListShade = ({ waiting, children }: { waiting: boolean; children: ReactNode }) => {
  const lost = useConnectionLost();
  return (
    <div className={classes.list} data-waiting={(waiting && !lost) || undefined} aria-busy={waiting}>
      {waiting && lost ? <NotLoaded /> : children}
    </div>
  );
};
