import { Loader, Modal } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { loadViewer } from './load-viewer.ts';
import classes from './viewer-dialog.module.css';

const Viewer = lazy(loadViewer);

interface ViewerDialogProps {
  ticket: string;
  /** the one to begin with */
  series: number | undefined;
  onClose: () => void;
}

/** The viewer over the page that it was opened from; the whole screen is its own. */
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
          <Viewer ticket={ticket} series={series} onClose={onClose} />
        </Suspense>
      </Modal.Content>
    </Modal.Root>
  );
}

const OPEN_LAYERS = '.mantine-Popover-dropdown, .mantine-Menu-dropdown, [data-help]';

/** Closes when neither a tool, nor a mark, nor a menu had a use for the key. */
function useEscape(onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    let isForLayer = false;
    const before = () => {
      isForLayer = [...document.querySelectorAll(OPEN_LAYERS)].some((layer) => layer.checkVisibility());
    };
    const after = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented && !isForLayer) close.current();
    };
    addEventListener('keydown', before, { capture: true });
    addEventListener('keydown', after);
    return () => {
      removeEventListener('keydown', before, { capture: true });
      removeEventListener('keydown', after);
    };
  }, []);
}
