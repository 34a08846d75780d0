import { Modal } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Opened } from './remote-session.ts';
import { loadedViewer, loadViewer } from './load-viewer.ts';
import classes from './viewer-dialog.module.css';
import { newTicket, viewerHost } from './viewer-host.ts';
import { keepPageAtEnd } from '../../../shared/session/sign-in-over-page.ts';
import type { ViewerHost } from '@snimok/viewer/study/viewer-host';
import { ViewerLoading } from './viewer-loading.tsx';

interface ViewerDialogProps {
  ticket: string;
  /** if it came with the session */
  study?: Opened['study'];
  /** the series to open first; without it, the study's main series */
  series: number | undefined;
  /** begins with the choice of a second study */
  compare: boolean;
  /** opens the study once more after a new sign-in */
  requestSession: () => Promise<Opened>;
  onClose: () => void;
}

/** The viewer in a full-screen dialog over the page from which it was opened. */
export function ViewerDialog({ ticket, study, series, compare, requestSession, onClose }: ViewerDialogProps) {
  useEscape(onClose);
  useEffect(keepPageAtEnd, []);
  const host = useHost(requestSession);
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
      <Modal.Content className={classes.content} aria-label={TITLE}>
        {Viewer ? (
          <Viewer
            ticket={ticket}
            study={study}
            host={host}
            series={series}
            compare={compare}
            onClose={onClose}
          />
        ) : (
          <ViewerLoading />
        )}
      </Modal.Content>
    </Modal.Root>
  );
}

/** The host whose viewer continues after the end of the session, when the person has signed in again. */
function useHost(requestSession: ViewerDialogProps['requestSession']): ViewerHost {
  const request = useRef(requestSession);
  useEffect(() => {
    request.current = requestSession;
  });
  const [host] = useState<ViewerHost>(() => ({
    ...viewerHost,
    newTicket: () => newTicket(() => request.current()),
  }));
  return host;
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

const TITLE = 'Онлайн-просмотр';
const OPEN_LAYERS = '.mantine-Popover-dropdown, .mantine-Menu-dropdown, [data-help], [aria-modal]';

/**
 * The viewer itself is not a layer, nor is the dialog from which it was opened: that dialog is before the viewer in
 * the document.
 */
const isOverViewer = (layer: Element): boolean => {
  const own = document.querySelector(`[aria-modal][aria-label="${TITLE}"]`);
  return own !== null && (own.compareDocumentPosition(layer) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
};

/** Closes on Escape, unless the viewer has handled the key or a menu, popover, dialog or help was open. */
function useEscape(onClose: () => void): void {
  const onEscape = useEffectEvent(onClose);
  useEffect(() => {
    // checked in the capture phase, because the layer is gone when the event reaches the window
    let isForLayer = false;
    const capture = () => {
      isForLayer = [...document.querySelectorAll(OPEN_LAYERS)].some(
        (layer) => layer.checkVisibility() && isOverViewer(layer),
      );
    };
    const bubble = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented && !isForLayer) onEscape();
    };
    addEventListener('keydown', capture, { capture: true });
    addEventListener('keydown', bubble);
    return () => {
      removeEventListener('keydown', capture, { capture: true });
      removeEventListener('keydown', bubble);
    };
  }, []);
}
