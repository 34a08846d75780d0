import type { ReactNode } from 'react';
import { ConnectionBanner } from '../../shared/connection/connection-banner.tsx';
import { Logo } from '../../shared/ui/logo.tsx';
import classes from './external.module.css';

/** A header with the logo and no menu, because a recipient has no account. */
export const ExternalFrame = ({ children }: { children: ReactNode }) => (
  <div className={classes.frame}>
    <header className={classes.header}>
      <Logo />
    </header>
    <main className={classes.main}>{children}</main>
    <ConnectionBanner />
  </div>
);
