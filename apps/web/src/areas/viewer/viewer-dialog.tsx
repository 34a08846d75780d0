import { Modal } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { loadedViewer, loadViewer } from './load-viewer.ts';
import classes from './viewer-dialog.module.css';
import { viewerHost } from './viewer-host.ts';
import { ViewerLoading } from './viewer-loading.tsx';

interface ViewerDialogProps {
  ticket: string;
  /** the series to open first; without it, the study's main series */
  series: number | undefined;
  onClose: () => void;
}

/** The viewer in a full-screen dialog over the page from which it was opened. */
export function ViewerDialog({ ticket, series, onClose }: ViewerDialogProps) {
  useEscape(onClose);
  const Viewer = useViewer();
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
        {Viewer ? (
          <Viewer ticket={ticket} host={viewerHost} series={series} onClose={onClose} />
        ) : (
          <ViewerLoading />
        )}
      </Modal.Content>
    </Modal.Root>
  );
}

/**
 * The viewer as soon as its code is there. Not `React.lazy`: React delays what a Suspense boundary reveals by
 * 300 ms, even if the code has long been loaded.
 */
function useViewer() {
  const [viewer, setViewer] = useState(loadedViewer);
  useEffect(() => {
    if (viewer) return;
    loadViewer().then(
      (code) => setViewer(() => code),
      // thrown while rendering, for the error boundary
      (reason) =>
        setViewer(() => {
          throw reason;
        }),
    );
  }, [viewer]);
  return viewer;
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
