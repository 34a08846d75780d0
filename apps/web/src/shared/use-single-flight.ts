import { useRef } from 'react';

/** Does one thing at a time. The second half of a double click comes before the button is drawn disabled. */
export function useSingleFlight() {
  const busy = useRef(false);
  return (act: () => Promise<unknown>) => {
    if (busy.current) return;
    busy.current = true;
    const free = () => {
      busy.current = false;
    };
    act().then(free, free); // The mutation keeps its failure and the screen shows it.
  };
}
