import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Rounding, and the shadow of a finger. */
const NEAR_PX = 40;

interface Shown {
  rows: number;
  /** the last message that is there */
  arrived: string | undefined;
  /** the last one that was written here and is not there yet */
  waiting: string | undefined;
}

/**
 * Keeps the reader where she reads in a list that grows at both ends. At the end she stays at the end; elsewhere
 * nothing moves, save for what she sends herself, and `behind` says that something new stands below. Rows carry
 * `data-row`.
 */
export function useScrollAnchor({ rows, arrived, waiting }: Shown) {
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const anchor = useRef<{ row: HTMLElement; top: number }>(undefined);
  const known = useRef({ arrived, waiting });
  const [behind, setBehind] = useState(false);

  const toEnd = useCallback((behavior: ScrollBehavior = 'auto') => {
    const { current } = box;
    current?.scrollTo({ top: current.scrollHeight, behavior });
  }, []);

  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    const before = known.current;
    known.current = { arrived, waiting };
    const isSent = waiting !== undefined && waiting !== before.waiting;
    if (atEnd.current || isSent) toEnd();
    else {
      if (arrived !== before.arrived && arrived !== before.waiting) setBehind(true);
      const { row, top } = anchor.current ?? {};
      if (row?.isConnected && top !== undefined) current.scrollTop += row.offsetTop - top;
    }
    const first = current.querySelector<HTMLElement>('[data-row]');
    anchor.current = first ? { row: first, top: first.offsetTop } : undefined;
  }, [rows, arrived, waiting, toEnd]);

  // the keyboard of a phone and a field that grows take from the list's height; a message that failed grows itself
  useEffect(() => {
    const { current } = box;
    if (!current) return;
    const watcher = new ResizeObserver(() => atEnd.current && toEnd());
    watcher.observe(current);
    if (current.firstElementChild) watcher.observe(current.firstElementChild);
    return () => watcher.disconnect();
  }, [toEnd]);

  const onScroll = () => {
    const { current } = box;
    if (!current) return;
    atEnd.current = current.scrollHeight - current.scrollTop - current.clientHeight < NEAR_PX;
    if (atEnd.current) setBehind(false);
  };

  return { box, onScroll, behind, toEnd };
}
