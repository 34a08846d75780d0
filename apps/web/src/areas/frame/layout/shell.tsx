import { AppShell, Burger, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, Suspense, useEffect } from 'react';
import { Link, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { Boundary } from '../../../shared/failures/boundary.tsx';
import { Logo } from '../../../shared/ui/logo.tsx';
import { ConnectionBanner } from '../../../shared/connection/connection-banner.tsx';
import { WaitingActions } from '../waiting/waiting-actions.tsx';
import { SignOutButton } from '../../people/accounts/sign-out-button.tsx';
import { Menu, type MenuProps } from './menu.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import classes from './shell.module.css';
import { ShownDataState } from './shown-data-state.tsx';

interface ShellProps extends Omit<MenuProps, 'onChosen'> {
  home: string;
  /** on the button that opens a collapsed menu: shows that an entry has a badge */
  menuBadge?: ReactNode;
  /** in the header: the work that this tab does, such as uploads */
  progress?: ReactNode;
  /** in the header, before «Выйти»: who is signed in */
  person: ReactNode;
  /** the middle of the header: the search */
  search?: ReactNode;
  /** below the menu; below the page where the menu is collapsed or shows icons only */
  banner?: ReactNode;
  /** below the menu */
  aside?: ReactNode;
  /** above every page */
  notice?: ReactNode;
}

export function Shell(props: ShellProps) {
  const { home, primary, menu, palette, menuBadge, progress, person, search, banner, aside, notice } = props;
  const [opened, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  const loading = useNavigation().state === 'loading';
  useEffect(close, [pathname, close]);

  return (
    <AppShell
      header={{ height: 56 }}
      // icons only below 1,100 px, and hidden on a phone: menu.module.css
      navbar={{
        width: { base: 240, sm: 64, '1100px': 240, lg: 256 },
        breakpoint: 'sm',
        collapsed: { mobile: !opened },
      }}
      padding={0}
    >
      <a href="#content" className={classes.skip}>
        Перейти к содержанию
      </a>
      <AppShell.Header className={classes.header}>
        <Group gap="xs" wrap="nowrap">
          <div className={classes.burger}>
            <Burger
              opened={opened}
              onClick={toggle}
              size="sm"
              aria-label={opened ? 'Закрыть меню' : 'Открыть меню'}
            />
            {!opened && menuBadge}
          </div>
          <Link to={home} className={classes.home} aria-label="Снимок, на главную">
            <Logo />
          </Link>
        </Group>
        <div className={classes.search}>{search}</div>
        <Group gap="xs" wrap="nowrap" className={classes.account}>
          <WaitingActions />
          {progress}
          <div className={classes.person}>{person}</div>
          <SignOutButton />
        </Group>
        {loading && (
          <span className={classes.progress} role="progressbar" aria-label="Страница загружается" />
        )}
      </AppShell.Header>

      <AppShell.Navbar className={classes.menu} data-opened={opened || undefined} aria-label="Меню">
        <Menu primary={primary} menu={menu} palette={palette} onChosen={close} />
        {banner && <div className={classes.beside}>{banner}</div>}
        {aside}
      </AppShell.Navbar>

      <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
        {notice && <Suspense>{notice}</Suspense>}
        <div className={classes.content}>
          <Boundary>
            <Suspense fallback={<PageSkeleton />}>
              <Outlet />
            </Suspense>
          </Boundary>
          {banner && <div className={classes.below}>{banner}</div>}
        </div>
      </AppShell.Main>
      <ConnectionBanner>
        {/* the keys of saved input may be missing without a connection, and the notice must not wait for them */}
        <Suspense>
          <ShownDataState />
        </Suspense>
      </ConnectionBanner>
      <ScrollRestoration />
    </AppShell>
  );
}
