import { useEffect, useState } from 'react';

/** spec.md §9 */
const NOTICE_MS = 3_000;

/** A notice that goes by itself, but not while the pointer rests on it. */
export function useNotice() {
  const [shown, setShown] = useState(false);
  const [resting, setResting] = useState(false);
  useEffect(() => {
    if (!shown || resting) return;
    const timer = setTimeout(() => setShown(false), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [shown, resting]);
  return {
    shown,
    show: () => setShown(true),
    hoverHandlers: {
      onMouseEnter: () => setResting(true),
      onMouseLeave: () => setResting(false),
    },
  };
}
