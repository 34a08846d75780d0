import type { RealtimeEvent, RealtimeEventType } from '@snimok/contract/platform/realtime';
import { useEffect, useEffectEvent } from 'react';

export type DataOf<Type extends RealtimeEventType> = Extract<RealtimeEvent, { type: Type }>['data'];

/** The events of the realtime connection. A module of its own, because connect.ts is loaded later. */
const target = new EventTarget();
const MISSED = 'missed';
const LIVE = 'live';
let live = false;

/** Calls `handle` at every event of the type. Returns a function that unsubscribes. */
export function onEvent<Type extends RealtimeEventType>(type: Type, handle: (data: DataOf<Type>) => void) {
  const listener = (event: Event) => handle((event as CustomEvent<DataOf<Type>>).detail);
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
}

/** `onEvent` as a hook. */
export function useEvent<Type extends RealtimeEventType>(type: Type, handle: (data: DataOf<Type>) => void) {
  const onReceived = useEffectEvent(handle);
  useEffect(() => onEvent(type, (data) => onReceived(data)), [type]);
}

/**
 * Calls `catchUp` when events may have been missed, also at the first connection: the subscriber loads its
 * data again.
 */
export function onMissed(catchUp: () => void) {
  target.addEventListener(MISSED, catchUp);
  return () => target.removeEventListener(MISSED, catchUp);
}

/** True while every event arrives, so that polling is unnecessary. */
export const isLive = () => live;

export const onLive = (changed: () => void) => {
  target.addEventListener(LIVE, changed);
  return () => target.removeEventListener(LIVE, changed);
};

/** The polling interval while events arrive, for changes without an event. */
const LIVE_POLL_MS = 60_000;
export const unlessLive = (everyMs: number) => () => (live ? LIVE_POLL_MS : everyMs);

export const publish = ({ type, data }: RealtimeEvent) =>
  target.dispatchEvent(new CustomEvent(type, { detail: data }));
export const publishMissed = () => target.dispatchEvent(new Event(MISSED));
export function publishLive(now: boolean) {
  if (live === now) return;
  live = now;
  target.dispatchEvent(new Event(LIVE));
}
