import { useRef } from 'react';

/**
 * Runs one action at a time and ignores calls meanwhile: the second click of a double click arrives before
 * the button is drawn disabled.
 */
export function useSingleFlight() {
  const busy = useRef(false);
  return (action: () => Promise<unknown> | void) => {
    if (busy.current) return;
    busy.current = true;
    const release = () => {
      busy.current = false;
    };
    // The mutation stores its error, and the page shows it.
    const running = action();
    if (running) running.then(release, release);
    else release();
  };
}
