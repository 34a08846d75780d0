import { Loader, Modal } from '@mantine/core';
import { lazy, Suspense } from 'react';
import classes from './desktop-dialog.module.css';
import { words } from './labels.ts';

const Desktop = lazy(() => import('./desktop.tsx'));

interface DesktopDialogProps {
  url: string;
  ask: () => Promise<{ remoteSessionURL: string }>;
  onClose: () => void;
}

/** Over the page that it was opened from. Escape and clicks beside it are for the far screen, or a slip. */
export const DesktopDialog = ({ url, ask, onClose }: DesktopDialogProps) => (
  <Modal.Root
    opened
    onClose={onClose}
    size="auto"
    padding={0}
    centered
    closeOnEscape={false}
    closeOnClickOutside={false}
    transitionProps={{ duration: 0 }}
  >
    <Modal.Overlay />
    <Modal.Content className={classes.content} aria-label={words.title}>
      <Suspense fallback={<Loader m="xl" color="teal.5" aria-label={words.starting} />}>
        <Desktop url={url} ask={ask} onClose={onClose} />
      </Suspense>
    </Modal.Content>
  </Modal.Root>
);
