import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { Boundary } from './boundary.tsx';

interface DialogProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A modal dialog. Its children are mounted only while it is open, so every opening starts with fresh state.
 */
export const Dialog = ({ title, opened, onClose, children }: DialogProps) => (
  <Modal
    title={title}
    opened={opened}
    onClose={onClose}
    centered
    size={460}
    closeButtonProps={{ 'aria-label': 'Закрыть' }}
    styles={{
      title: { fontWeight: 600, fontSize: 'var(--mantine-font-size-lg)' },
    }}
  >
    <Boundary>{children}</Boundary>
  </Modal>
);
