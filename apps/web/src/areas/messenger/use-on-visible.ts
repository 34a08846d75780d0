import { useEffect, useEffectEvent, useRef } from 'react';

/** Does something whenever this element comes near what is shown of the list around it (`data-scroll`); after each `change` it looks anew. */
export function useOnVisible<Element extends HTMLElement>(reached: () => void, change: unknown) {
  const mark = useRef<Element>(null);
  const onReached = useEffectEvent(reached);
  useEffect(() => {
    const { current } = mark;
    if (!current) return;
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onReached();
      },
      { root: current.closest('[data-scroll]'), rootMargin: '200px 0px' },
    );
    watcher.observe(current);
    return () => watcher.disconnect();
  }, [change]);
  return mark;
}
