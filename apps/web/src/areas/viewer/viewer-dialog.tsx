import { Loader, Modal } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { loadViewer } from './load-viewer.ts';
import classes from './viewer-dialog.module.css';
import { viewerHost } from './viewer-host.ts';

const Viewer = lazy(loadViewer);

interface ViewerDialogProps {
  ticket: string;
  /** the series to open first; without it, the study's main series */
  series: number | undefined;
  onClose: () => void;
}

/** The viewer in a full-screen dialog over the page from which it was opened. */
export function ViewerDialog({ ticket, series, onClose }: ViewerDialogProps) {
  useEscape(onClose);
  return (
    <Modal.Root
      opened
      onClose={onClose}
      fullScreen
      padding={0}
      closeOnEscape={false}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Content className={classes.content} aria-label="Онлайн-просмотр">
        <Suspense fallback={<Loader className={classes.loader} color="teal.5" aria-label="загрузка..." />}>
          <Viewer ticket={ticket} host={viewerHost} series={series} onClose={onClose} />
        </Suspense>
      </Modal.Content>
    </Modal.Root>
  );
}

const OPEN_LAYERS = '.mantine-Popover-dropdown, .mantine-Menu-dropdown, [data-help]';

/** Closes on Escape, unless the viewer has handled the key or a menu, popover or help was open. */
function useEscape(onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    // checked in the capture phase, because the layer is gone when the event reaches the window
    let isForLayer = false;
    const capture = () => {
      isForLayer = [...document.querySelectorAll(OPEN_LAYERS)].some((layer) => layer.checkVisibility());
    };
    const bubble = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented && !isForLayer) close.current();
    };
    addEventListener('keydown', capture, { capture: true });
    addEventListener('keydown', bubble);
    return () => {
      removeEventListener('keydown', capture, { capture: true });
      removeEventListener('keydown', bubble);
    };
  }, []);
}
