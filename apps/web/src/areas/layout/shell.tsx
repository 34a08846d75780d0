import { AppShell, Burger, Group, NavLink as MenuLink } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Icon } from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect } from 'react';
import { Link, NavLink, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { Boundary } from '../../shared/ui/boundary.tsx';
import { Logo } from '../../shared/ui/logo.tsx';
import { CommandPalette } from '../palette/command-palette.tsx';
import type { PaletteProps } from '../palette/palette-dialog.tsx';
import { ConnectionBanner } from '../../shared/connection/connection-banner.tsx';
import { WaitingActions } from '../waiting/waiting-actions.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import classes from './shell.module.css';
import { ShownDataState } from './shown-data-state.tsx';

export interface MenuEntry {
  label: string;
  to: string;
  icon: Icon;
  /** highlighted on its subpages too */
  deep?: boolean;
  /** at the end of the line: a count of unread items */
  badge?: ReactNode;
}

interface ShellProps {
  home: string;
  menu: MenuEntry[];
  /** what Ctrl+K offers besides the entries of the menu */
  palette: PaletteProps;
  /** on the button that opens a collapsed menu: shows that an entry has a badge */
  menuBadge?: ReactNode;
  /** the right end of the header */
  account: ReactNode;
  /** the middle of the header: the search */
  search?: ReactNode;
  /** below the menu; on a phone, where the menu is collapsed, below the page */
  banner?: ReactNode;
  /** below the menu */
  aside?: ReactNode;
}

export function Shell({ home, menu, palette, menuBadge, account, search, banner, aside }: ShellProps) {
  const [opened, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  const loading = useNavigation().state === 'loading';
  useEffect(close, [pathname, close]);

  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: { base: 240, lg: 256 }, breakpoint: 'sm', collapsed: { mobile: !opened } }}
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
          {account}
        </Group>
        {loading && (
          <span className={classes.progress} role="progressbar" aria-label="Страница загружается" />
        )}
      </AppShell.Header>

      <AppShell.Navbar className={classes.menu} data-opened={opened || undefined} aria-label="Меню">
        <Menu menu={menu} palette={palette} onChosen={close} />
        {banner && <div className={classes.beside}>{banner}</div>}
        {aside}
      </AppShell.Navbar>

      <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
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
        <ShownDataState />
      </ConnectionBanner>
      <ScrollRestoration />
    </AppShell>
  );
}

interface MenuProps extends Pick<ShellProps, 'menu' | 'palette'> {
  onChosen: () => void;
}

const Menu = ({ menu, palette, onChosen }: MenuProps) => (
  <>
    {menu.map(({ label, to, icon: EntryIcon, deep, badge }) => (
      <MenuLink
        key={to}
        component={NavLink}
        to={to}
        end={!deep}
        label={label}
        className={classes.entry}
        leftSection={<EntryIcon size={20} stroke={1.6} />}
        rightSection={badge}
        onClick={onChosen}
      />
    ))}
    <CommandPalette {...palette} className={classes.entry} commands={[...menu, ...palette.commands]} />
  </>
);
