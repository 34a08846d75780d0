import { type PointerEvent, useRef } from 'react';

/** A shorter movement is a tap. */
const MIN_PX = 40;

/** A swipe to the left calls `go(1)`, to the right `go(-1)`. The element needs `touch-action: pan-y`. */
export function useSwipe(go: (by: 1 | -1) => void) {
  const from = useRef<number>(undefined);
  return {
    onPointerDown: ({ pointerType, clientX }: PointerEvent) => {
      from.current = pointerType === 'mouse' ? undefined : clientX;
    },
    onPointerUp: ({ clientX }: PointerEvent) => {
      const moved = clientX - (from.current ?? clientX);
      from.current = undefined;
      if (Math.abs(moved) >= MIN_PX) go(moved < 0 ? 1 : -1);
    },
    onPointerCancel: () => {
      from.current = undefined;
    },
  };
}
