import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

interface DialogWindowProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  /** false: only a button inside closes it */
  closable?: boolean;
  /** false if the caller handles the key */
  closeOnEscape?: boolean;
  /** above other dialogs */
  zIndex?: number;
  children: ReactNode;
}

/** The window of a modal dialog; not centred, so that nothing moves when a click makes it longer below. `Dialog` adds the protection of input. */
export const DialogWindow = ({ closable = true, closeOnEscape = true, ...window }: DialogWindowProps) => (
  <Modal
    {...window}
    size={460}
    closeOnEscape={closeOnEscape}
    closeOnClickOutside={closable}
    withCloseButton={closable}
    closeButtonProps={{ 'aria-label': 'Закрыть' }}
    styles={{
      title: { fontWeight: 600, fontSize: 'var(--mantine-font-size-lg)' },
    }}
  />
);
