import type { ReactNode } from 'react';
import classes from '../controls/controls.module.css';
import { FirstRow } from './first-row.tsx';
import { useLowScreen, useNarrowScreen } from '../controls/use-narrow-screen.ts';

/** The tools beside the panes; on a phone held upright one row below them, and a button for the others. */
export function Toolbar({ children }: { children: ReactNode }) {
  const narrow = useNarrowScreen();
  const low = useLowScreen();
  return (
    <div className={classes.tools} role="toolbar" aria-label="Инструменты">
      {narrow && !low ? (
        <FirstRow more="Другие инструменты" side="top" closesOnChoice>
          {children}
        </FirstRow>
      ) : (
        children
      )}
    </div>
  );
}
