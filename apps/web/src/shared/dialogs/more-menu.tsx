import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Dialog } from './dialog.tsx';

export interface MoreEntry {
  label: string;
  icon: ReactNode;
  /** title of the dialog that the entry opens */
  title: string;
  /** the content of the dialog */
  content: (close: () => void) => ReactNode;
}

interface MoreMenuProps {
  /** the label of the button that opens the menu */
  label: string;
  size?: number;
  entries: MoreEntry[];
}

/** A menu of rare actions, each with a dialog, so that nothing happens by a wrong click. */
export function MoreMenu({ label, size = 30, entries }: MoreMenuProps) {
  const [chosen, choose] = useState<string>();
  const close = () => choose(undefined);
  return (
    <>
      <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon variant={size > 30 ? 'default' : 'subtle'} color="gray" size={size} aria-label={label}>
            <IconDots size={20} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {entries.map((entry) => (
            <Menu.Item key={entry.label} leftSection={entry.icon} onClick={() => choose(entry.label)}>
              {entry.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {entries.map((entry) => (
        <Dialog key={entry.label} title={entry.title} opened={chosen === entry.label} onClose={close}>
          {chosen === entry.label && entry.content(close)}
        </Dialog>
      ))}
    </>
  );
}

/** «Удалить», whose dialog has the form that deletes. */
export const deleteEntry = (title: string, content: MoreEntry['content']): MoreEntry => ({
  label: 'Удалить',
  icon: <IconTrash size={18} stroke={1.6} color="var(--mantine-color-error)" />,
  title,
  content,
});
