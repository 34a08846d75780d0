import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/**
 * A distance to the end below this counts as the end, which allows for rounding and small movements of a
 * finger.
 */
const NEAR_PX = 40;

interface ListState {
  rows: number;
  /** the last message that the server has stored */
  lastArrived: string | undefined;
  /** the last message of this user that is not stored yet */
  lastUnsent: string | undefined;
}

/**
 * Keeps the visible rows in place while a list grows at both ends. A list scrolled to the end stays at the
 * end, and sending a message scrolls to the end; otherwise `hasNewBelow` becomes true when a message arrives.
 * Rows have the attribute `data-row`.
 */
export function useScrollAnchor({ rows, lastArrived, lastUnsent }: ListState) {
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const anchor = useRef<{ row: HTMLElement; top: number }>(undefined);
  const previous = useRef({ lastArrived, lastUnsent });
  const [hasNewBelow, setHasNewBelow] = useState(false);

  const scrollToEnd = useCallback((behavior: ScrollBehavior = 'auto') => {
    const { current } = box;
    current?.scrollTo({ top: current.scrollHeight, behavior });
  }, []);

  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    const before = previous.current;
    previous.current = { lastArrived, lastUnsent };
    const isSent = lastUnsent !== undefined && lastUnsent !== before.lastUnsent;
    if (atEnd.current || isSent) scrollToEnd();
    else {
      if (lastArrived !== before.lastArrived && lastArrived !== before.lastUnsent) setHasNewBelow(true);
      const { row, top } = anchor.current ?? {};
      if (row?.isConnected && top !== undefined) current.scrollTop += row.offsetTop - top;
    }
    const first = current.querySelector<HTMLElement>('[data-row]');
    anchor.current = first ? { row: first, top: first.offsetTop } : undefined;
  }, [rows, lastArrived, lastUnsent, scrollToEnd]);

  // the height changes with a phone's keyboard and a growing input field; a failed message grows too
  useEffect(() => {
    const { current } = box;
    if (!current) return;
    const observer = new ResizeObserver(() => atEnd.current && scrollToEnd());
    observer.observe(current);
    if (current.firstElementChild) observer.observe(current.firstElementChild);
    return () => observer.disconnect();
  }, [scrollToEnd]);

  const onScroll = () => {
    const { current } = box;
    if (!current) return;
    atEnd.current = current.scrollHeight - current.scrollTop - current.clientHeight < NEAR_PX;
    if (atEnd.current) setHasNewBelow(false);
  };

  return { box, onScroll, hasNewBelow, scrollToEnd };
}
