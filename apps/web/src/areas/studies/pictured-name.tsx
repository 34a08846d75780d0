import { IconPhoto } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { cardSize } from './study-picture.tsx';
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
    {pictured && <Thumbnail key={panoURL} panoURL={panoURL} />}
    <span className={classes.name}>{children}</span>
  </span>
);

/** Decorative: the row names the study in words. */
function Thumbnail({ panoURL }: { panoURL: string | null }) {
  const [broken, setBroken] = useState(false);
  if (!panoURL || broken)
    return (
      <span className={classes.picture}>
        <IconPhoto size={20} stroke={1.4} aria-hidden />
      </span>
    );
  return (
    <img
      className={classes.picture}
      src={cardSize(panoURL)}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
    />
  );
}
