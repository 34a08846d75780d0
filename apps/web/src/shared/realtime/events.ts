import type { RealtimeEvent, RealtimeEventType } from '@snimok/contract/realtime';
import { useEffect, useRef } from 'react';

export type DataOf<Type extends RealtimeEventType> = Extract<RealtimeEvent, { type: Type }>['data'];

/** What the connection tells the rest of the app; the connection itself comes later and by its own file. */
const told = new EventTarget();
const MISSED = 'missed';
const LIVE = 'live';
let live = false;

/** Calls back at every event of a type, until what it answers is called. */
export function onEvent<Type extends RealtimeEventType>(type: Type, hear: (data: DataOf<Type>) => void) {
  const listener = (event: Event) => hear((event as CustomEvent<DataOf<Type>>).detail);
  told.addEventListener(type, listener);
  return () => told.removeEventListener(type, listener);
}

/** The same for a component. */
export function useEvent<Type extends RealtimeEventType>(type: Type, hear: (data: DataOf<Type>) => void) {
  const latest = useRef(hear);
  useEffect(() => {
    latest.current = hear;
  });
  useEffect(() => onEvent(type, (data) => latest.current(data)), [type]);
}

/** Events may have been missed: ask for whatever there is, by `?after=` or anew. Also at the first connection. */
export function onMissed(catchUp: () => void) {
  told.addEventListener(MISSED, catchUp);
  return () => told.removeEventListener(MISSED, catchUp);
}

/** While this is so every event arrives, and nobody needs to ask. */
export const isLive = () => live;

export const onLive = (changed: () => void) => {
  told.addEventListener(LIVE, changed);
  return () => told.removeEventListener(LIVE, changed);
};

/** How often to ask: seldom while events arrive, for whatever no event tells of. */
const SELDOM_MS = 60_000;
export const unlessLive = (everyMs: number) => () => (live ? SELDOM_MS : everyMs);

export const publish = ({ type, data }: RealtimeEvent) =>
  told.dispatchEvent(new CustomEvent(type, { detail: data }));
export const publishMissed = () => told.dispatchEvent(new Event(MISSED));
export function publishLive(now: boolean) {
  if (live === now) return;
  live = now;
  told.dispatchEvent(new Event(LIVE));
}
