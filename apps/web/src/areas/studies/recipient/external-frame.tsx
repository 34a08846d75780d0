import type { ReactNode } from 'react';
import { ConnectionBanner } from '../../../shared/connection/connection-banner.tsx';
import { Logo } from '../../../shared/ui/logo.tsx';
import { CentreContacts } from '../../platform/letterhead/centre-contacts.tsx';
import { useIdentity } from '../../platform/letterhead/use-identity.ts';
import classes from './external.module.css';

/** A header with the logo and no menu, because a recipient has no account; the contacts of the centre below. */
export function ExternalFrame({ children }: { children: ReactNode }) {
  const centre = useIdentity();
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <Logo />
      </header>
      <main className={classes.main}>{children}</main>
      <footer className={classes.footer}>
        <CentreContacts centre={centre} />
      </footer>
      <ConnectionBanner />
    </div>
  );
}
