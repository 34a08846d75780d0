import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';

interface DeleteMenuProps {
  /** of the button that opens the menu */
  label: string;
  size?: number;
  /** title of the dialog */
  title: string;
  /** the content of the dialog: the form that deletes */
  children: (close: () => void) => ReactNode;
}

/** A menu with «Удалить» and its confirmation dialog, so that nothing is deleted by a wrong click. */
export function DeleteMenu({ label, size = 30, title, children }: DeleteMenuProps) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon variant={size > 30 ? 'default' : 'subtle'} color="gray" size={size} aria-label={label}>
            <IconDots size={20} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconTrash size={18} stroke={1.6} color="var(--mantine-color-error)" />}
            onClick={open}
          >
            Удалить
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Dialog title={title} opened={opened} onClose={close}>
        {opened && children(close)}
      </Dialog>
    </>
  );
}
