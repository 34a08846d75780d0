import type { ReactNode } from 'react';
import { useConnectionLost } from '../connection/connection.ts';
import classes from './list-shade.module.css';
import { NotLoaded } from '../ui/loading.tsx';

/**
 * Dims a list while its next page loads. Without a connection it says so instead, because the rows of the wrong page
 * would stay.
 */
export const ListShade = ({ waiting, children }: { waiting: boolean; children: ReactNode }) => {
  const lost = useConnectionLost();
  return (
    <div className={classes.list} data-waiting={(waiting && !lost) || undefined} aria-busy={waiting}>
      {waiting && lost ? <NotLoaded /> : children}
    </div>
  );
};
