import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Calls `onVisible` when the element comes within 200 px of the visible part of its scroll container
 * (`data-scroll`), and checks again after each change of `change`.
 */
export function useOnVisible<Target extends HTMLElement>(onVisible: () => void, change: unknown) {
  const element = useRef<Target>(null);
  const notify = useEffectEvent(onVisible);
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) notify();
      },
      { root: current.closest('[data-scroll]'), rootMargin: '200px 0px' },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [change]);
  return element;
}
