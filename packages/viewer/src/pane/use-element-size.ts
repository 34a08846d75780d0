import { type RefObject, useLayoutEffect, useState } from 'react';
import type { Vec2 } from '../geometry/vectors.ts';

/** Width and height of an element in CSS pixels; zeros before the first layout. */
export function useElementSize(ref: RefObject<HTMLElement | null>): Vec2 {
  const [size, setSize] = useState<Vec2>([0, 0]);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setSize([element.clientWidth, element.clientHeight]);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [ref]);
  return size;
}
