import type { DesktopCloseReason } from '@snimok/contract/viewing/remote-desktop';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { CallProblem } from '../../../shared/calls/call.ts';
import { explain } from '../../../shared/calls/explain.ts';
import { connect, type DesktopConnection } from './connect.ts';
import { CLOSE_MESSAGES } from './labels.ts';

export type DesktopState =
  | { kind: 'starting' | 'connected' | 'lost' }
  | { kind: 'ended'; sentence: string; reason?: DesktopCloseReason };

const RETRY_MS = 2000;

/** A remote desktop session: connects, reconnects after a lost connection, and ends it when unmounted. */
export function useDesktop(
  target: RefObject<Element | null>,
  firstURL: string,
  requestSession: () => Promise<{ remoteSessionURL: string }>,
) {
  const [state, setState] = useState<DesktopState>({ kind: 'starting' });
  // a URL permits one connection, so each attempt has its own
  const [url, setURL] = useState<string | undefined>(firstURL);
  const connection = useRef<DesktopConnection>(null);

  useEffect(() => {
    const element = target.current;
    if (!url || !element) return;
    // deferred, because an effect that React runs twice in development must not use the URL twice
    const start = setTimeout(() => {
      connection.current = connect(element, url, {
        onReady: () => setState({ kind: 'connected' }),
        onEnd: (reason) => {
          setURL(undefined);
          setState(reason ? { kind: 'ended', sentence: CLOSE_MESSAGES[reason], reason } : { kind: 'lost' });
        },
      });
    });
    return () => {
      clearTimeout(start);
      connection.current?.end();
      connection.current = null;
    };
  }, [target, url]);

  useNewURL(!url && state.kind !== 'ended', state.kind === 'starting' ? 0 : RETRY_MS, requestSession, {
    onURL: setURL,
    onFailed: (reason) => setState({ kind: 'ended', sentence: explain(reason) }),
  });

  return {
    state,
    focus: () => connection.current?.focus(),
    restart: () => setState({ kind: 'starting' }),
  };
}

interface NewURLEvents {
  onURL: (url: string) => void;
  onFailed: (reason: unknown) => void;
}

/**
 * Requests a new URL while `needed`, and again every two seconds without an answer. The first request after a
 * lost connection is delayed too, because a restarting server would otherwise get the requests of all clients
 * at once.
 */
function useNewURL(
  needed: boolean,
  firstDelayMs: number,
  requestSession: () => Promise<{ remoteSessionURL: string }>,
  { onURL, onFailed }: NewURLEvents,
): void {
  const request = useEffectEvent(requestSession);
  const receive = useEffectEvent(onURL);
  const fail = useEffectEvent(onFailed);
  useEffect(() => {
    if (!needed) return;
    let isOver = false;
    let next: ReturnType<typeof setTimeout>;
    const attempt = async () => {
      try {
        const { remoteSessionURL } = await request();
        if (!isOver) receive(remoteSessionURL);
      } catch (reason) {
        if (isOver) return;
        const isUnanswered = reason instanceof CallProblem && reason.status === undefined;
        if (isUnanswered) next = setTimeout(attempt, RETRY_MS);
        else fail(reason);
      }
    };
    next = setTimeout(attempt, firstDelayMs);
    return () => {
      isOver = true;
      clearTimeout(next);
    };
  }, [needed, firstDelayMs]);
}
