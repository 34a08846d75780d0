import { NavLink } from '@mantine/core';
import { IconCommand } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { PaletteProps } from './palette-dialog.tsx';
import { paletteKeyLabel } from '../search/palette-key.ts';
import classes from './palette.module.css';
import { usePaletteKey } from './use-palette-key.ts';

const PaletteDialog = lazy(() => import('./palette-dialog.tsx'));

interface CommandPaletteProps extends PaletteProps {
  /** of the menu's entries */
  className: string | undefined;
}

/** An entry of the menu that opens the commands, as the key beside it does. */
export function CommandPalette({ className, ...palette }: CommandPaletteProps) {
  const [opened, setOpened] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const open = () => {
    setWasOpened(true);
    setOpened(true);
  };
  usePaletteKey(open);
  return (
    <>
      <NavLink
        component="button"
        label="Команды"
        className={className}
        leftSection={<IconCommand size={20} stroke={1.6} />}
        rightSection={<kbd className={classes.key}>{paletteKeyLabel(navigator.platform)}</kbd>}
        onClick={open}
      />
      {wasOpened && (
        <Suspense>
          <PaletteDialog {...palette} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
