import { Modal, NavLink } from '@mantine/core';
import { IconCommand } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { focusInPage } from '../../../shared/navigation/focus-in-page.ts';
import type { PaletteProps } from './palette-dialog.tsx';
import { paletteKeyLabel } from '../../people/search/palette-key.ts';
import { collectTyped } from './collect-typed.ts';
import { PaletteField } from './palette-field.tsx';
import { usePaletteKey } from './use-palette-key.ts';
import { Key } from '../../../shared/ui/key.tsx';

const PaletteContent = lazy(() => import('./palette-dialog.tsx'));

interface CommandPaletteProps extends PaletteProps {
  /** the class of the menu's entries */
  className: string | undefined;
}

/** An entry of the menu that opens the commands, as the key beside it does. */
export function CommandPalette({ className, ...palette }: CommandPaletteProps) {
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState('');
  const opener = useRef<HTMLElement>(null);
  const endCollecting = useRef<() => void>(null);
  const open = () => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setTyped('');
    setOpened(true);
    endCollecting.current?.();
    endCollecting.current = collectTyped((letter) => setTyped((before) => before + letter));
  };
  const close = (isNavigation: boolean) => {
    endCollecting.current?.();
    // not after a navigation, because the opened page takes the focus; what this page has loaded meanwhile keeps the focus too
    if (!isNavigation) focusInPage(opener.current);
    setOpened(false);
  };
  usePaletteKey(open);
  return (
    <>
      <NavLink
        component="button"
        label="Команды"
        className={className}
        leftSection={<IconCommand size={20} stroke={1.6} />}
        rightSection={<Key name={paletteKeyLabel(navigator.platform)} />}
        onClick={open}
      />
      <Modal.Root
        opened={opened}
        onClose={() => close(false)}
        // Mantine remembers the focused element after the field has the focus
        returnFocus={false}
        // so that the field has the focus as soon as possible
        transitionProps={{ duration: 0 }}
        size={560}
        yOffset="12vh"
      >
        <Modal.Overlay />
        <Modal.Content aria-label="Команды и поиск">
          <Suspense fallback={<PaletteField label={palette.label} value={typed} onChange={setTyped} />}>
            <PaletteContent
              {...palette}
              typed={typed}
              onChosen={(command) => close(!command?.run)}
              onEscape={() => close(false)}
            />
          </Suspense>
        </Modal.Content>
      </Modal.Root>
    </>
  );
}
