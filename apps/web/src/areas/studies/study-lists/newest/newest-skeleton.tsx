import { Skeleton } from '@mantine/core';
import classes from './newest.module.css';

/** How many studies the start page shows: one line of them in a wide window. */
export const NEWEST = 4;

/** As high as the list, so that the patients below it stay where they are. */
export const NewestSkeleton = () => (
  <div className={classes.section} role="img" aria-label="загрузка..." aria-busy>
    <div className={classes.head}>
      <Skeleton height={18} width={220} radius="sm" />
    </div>
    <div className={classes.list}>
      {Array.from({ length: NEWEST }, (_, n) => (
        <div key={n} className={classes.study}>
          <Skeleton className={classes.picture} radius="md" />
          <Skeleton height={14} width="80%" radius="sm" />
          <Skeleton height={12} width="55%" radius="sm" />
        </div>
      ))}
    </div>
  </div>
);
