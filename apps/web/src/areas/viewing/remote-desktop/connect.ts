import RFB from '@novnc/novnc';
import { type DesktopCloseReason, DESKTOP_CLOSE_CODES } from '@snimok/contract/viewing/remote-desktop';

export interface DesktopConnection {
  focus(): void;
  /** Ends the session, so that the server removes the workstation. */
  end(): void;
}

interface ConnectionEvents {
  onReady: () => void;
  /** undefined: the connection was lost */
  onEnd: (reason: DesktopCloseReason | undefined) => void;
}

/** The width of the smallest screen that a workstation's programs can be used on. */
const MIN_SCREEN_WIDTH_PX = 800;

/**
 * On a zoomed page noVNC 1.7 requests fractional sizes, never receives them, and repeats the request 10 times
 * a second.
 */
class WholePixelScreen extends RFB {
  protected override _screenSize(): { w: number; h: number } {
    const { w, h } = super._screenSize();
    return { w: Math.floor(w), h: Math.floor(h) };
  }
}

/** Shows the remote screen in an element, with the settings of product 19.1. */
export function connect(
  target: Element,
  url: string,
  { onReady, onEnd }: ConnectionEvents,
): DesktopConnection {
  // the socket is created here, because noVNC does not report the close code
  const socket = new WebSocket(url, 'binary');
  let isOver = false;
  socket.addEventListener('close', ({ code }) => {
    resizing.disconnect();
    if (!isOver) onEnd(reasonOf(code));
    isOver = true;
  });
  const screen = new WholePixelScreen(target, socket, { shared: false });
  screen.compressionLevel = 2;
  screen.qualityLevel = 6;
  // on a phone the remote screen keeps its size and is scaled; rotating the phone can change the mode
  const fit = () => {
    const isSmall = target.clientWidth < MIN_SCREEN_WIDTH_PX;
    if (screen.scaleViewport === isSmall) return;
    screen.resizeSession = !isSmall;
    screen.scaleViewport = isSmall;
  };
  screen.resizeSession = true;
  fit();
  const resizing = new ResizeObserver(fit);
  resizing.observe(target);
  screen.background = '#0b0d0f';
  screen.addEventListener('connect', () => {
    onReady();
    screen.focus();
  });
  return {
    focus: () => screen.focus(),
    end() {
      if (isOver) return;
      isOver = true;
      socket.close(DESKTOP_CLOSE_CODES.done);
      screen.disconnect();
    },
  };
}

const reasonOf = (code: number): DesktopCloseReason | undefined =>
  (Object.keys(DESKTOP_CLOSE_CODES) as DesktopCloseReason[]).find(
    (reason) => DESKTOP_CLOSE_CODES[reason] === code,
  );
