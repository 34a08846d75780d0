import type { ReactNode } from 'react';
import { Logo } from '../../shared/ui/logo.tsx';
import classes from './external.module.css';

/** Whose page this is, and nothing else: a stranger has no menu. */
export const ExternalFrame = ({ children }: { children: ReactNode }) => (
  <div className={classes.frame}>
    <header className={classes.header}>
      <Logo />
    </header>
    <main className={classes.main}>{children}</main>
  </div>
);
