import RFB from '@novnc/novnc';
import { type DesktopCloseReason, DESKTOP_CLOSE_CODES } from '@snimok/contract/remote-desktop';

export interface Connected {
  focus(): void;
  /** The person is done: the far end clears away. */
  end(): void;
}

interface Events {
  onReady: () => void;
  /** undefined: the line was cut */
  onEnd: (end: DesktopCloseReason | undefined) => void;
}

const NARROWEST_PX = 800;

/** noVNC 1.7 asks for fractions of a pixel, which a zoomed page has; never gets them, and asks again ten times a second. */
class Screen extends RFB {
  protected override _screenSize(): { w: number; h: number } {
    const { w, h } = super._screenSize();
    return { w: Math.floor(w), h: Math.floor(h) };
  }
}

/** Opens the far screen in an element, with the numbers of spec.md §9. */
export function connect(target: Element, url: string, { onReady, onEnd }: Events): Connected {
  // noVNC would not tell with which code it was closed
  const socket = new WebSocket(url, 'binary');
  let isOver = false;
  socket.addEventListener('close', ({ code }) => {
    turning.disconnect();
    if (!isOver) onEnd(endOf(code));
    isOver = true;
  });
  const screen = new Screen(target, socket, { shared: false });
  screen.compressionLevel = 2;
  screen.qualityLevel = 6;
  // no workstation fits a phone: there its whole screen is shown smaller; and a phone may be turned
  const fit = () => {
    const isSmall = target.clientWidth < NARROWEST_PX;
    if (screen.scaleViewport === isSmall) return;
    screen.resizeSession = !isSmall;
    screen.scaleViewport = isSmall;
  };
  screen.resizeSession = true;
  fit();
  const turning = new ResizeObserver(fit);
  turning.observe(target);
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

const endOf = (code: number): DesktopCloseReason | undefined =>
  (Object.keys(DESKTOP_CLOSE_CODES) as DesktopCloseReason[]).find((end) => DESKTOP_CLOSE_CODES[end] === code);
