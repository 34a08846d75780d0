import { Loader, Modal } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { loadViewer } from './load-viewer.ts';
import classes from './viewer-dialog.module.css';

const Viewer = lazy(loadViewer);

interface ViewerDialogProps {
  ticket: string;
  /** the one to begin with */
  series?: number | undefined;
  onClose: () => void;
}

/** The viewer over the page that it was opened from; the whole screen is its own. */
export const ViewerDialog = ({ ticket, series, onClose }: ViewerDialogProps) => (
  <Modal.Root opened onClose={onClose} fullScreen padding={0} transitionProps={{ duration: 0 }}>
    <Modal.Content className={classes.content} aria-label="Онлайн-просмотр">
      <Suspense fallback={<Loader className={classes.loader} color="teal.5" aria-label="загрузка..." />}>
        <Viewer ticket={ticket} series={series} onClose={onClose} />
      </Suspense>
    </Modal.Content>
  </Modal.Root>
);
