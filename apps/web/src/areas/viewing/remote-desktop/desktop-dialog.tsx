import { Loader, Modal } from '@mantine/core';
import { lazy, Suspense } from 'react';
import classes from './desktop-dialog.module.css';
import { labels } from './labels.ts';

const Desktop = lazy(() => import('./desktop.tsx'));

interface DesktopDialogProps {
  url: string;
  requestSession: () => Promise<{ remoteSessionURL: string }>;
  onClose: () => void;
}

/**
 * Escape is sent to the remote screen, and a click outside is probably a mistake, so neither closes the
 * dialog.
 */
export const DesktopDialog = ({ url, requestSession, onClose }: DesktopDialogProps) => (
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
    <Modal.Content className={classes.content} aria-label={labels.title}>
      <Suspense fallback={<Loader m="xl" color="teal.5" role="img" aria-label={labels.starting} />}>
        <Desktop url={url} requestSession={requestSession} onClose={onClose} />
      </Suspense>
    </Modal.Content>
  </Modal.Root>
);
