import { type PointerEvent, useRef } from 'react';

/** A finger that goes less far meant to tap. */
const LEAST_PX = 40;

/** Drawn to the left, the next comes; to the right, the one before. Needs `touch-action: pan-y` on the element. */
export function useSwipe(go: (by: 1 | -1) => void) {
  const from = useRef<number>(undefined);
  return {
    onPointerDown: ({ pointerType, clientX }: PointerEvent) => {
      from.current = pointerType === 'mouse' ? undefined : clientX;
    },
    onPointerUp: ({ clientX }: PointerEvent) => {
      const moved = clientX - (from.current ?? clientX);
      from.current = undefined;
      if (Math.abs(moved) >= LEAST_PX) go(moved < 0 ? 1 : -1);
    },
    onPointerCancel: () => {
      from.current = undefined;
    },
  };
}
