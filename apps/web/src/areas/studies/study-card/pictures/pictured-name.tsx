import type { ReactNode } from 'react';
import { StudyThumbnail } from './study-thumbnail.tsx';
import classes from './pictured-name.module.css';

interface PicturedNameProps {
  panoURL: string | null;
  /** whether the list shows pictures */
  pictured: boolean;
  children: ReactNode;
}

/** The patient of a row, with the picture of the study. */
export const PicturedName = ({ panoURL, pictured, children }: PicturedNameProps) => (
  <span className={classes.row}>
    {pictured && <StudyThumbnail panoURL={panoURL} className={classes.picture} />}
    <span className={classes.name}>{children}</span>
  </span>
);
