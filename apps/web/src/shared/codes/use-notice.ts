import { useEffect, useState } from 'react';

/** product 5.12 */
const NOTICE_MS = 3_000;

/** A notice that disappears by itself, except while the pointer is over it. */
export function useNotice() {
  const [shown, setShown] = useState(false);
  const [hovered, setHovered] = useState(false);
  useEffect(() => {
    if (!shown || hovered) return;
    const timer = setTimeout(() => setShown(false), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [shown, hovered]);
  return {
    shown,
    show: () => setShown(true),
    hoverHandlers: {
      onMouseEnter: () => setHovered(true),
      onMouseLeave: () => setHovered(false),
    },
  };
}
