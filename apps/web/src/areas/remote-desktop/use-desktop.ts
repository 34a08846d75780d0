import type { DesktopCloseReason } from '@snimok/contract/remote-desktop';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { CallProblem } from '../../shared/call.ts';
import { explain } from '../../shared/explain.ts';
import { type Connected, connect } from './connect.ts';
import { END_WORDS } from './labels.ts';

export type State =
  { kind: 'starting' | 'connected' | 'lost' } | { kind: 'ended'; sentence: string; end?: DesktopCloseReason };

const RETRY_MS = 2000;

/** A desktop from the wish to its end. Whatever the reason that it is left, the far end is told. */
export function useDesktop(
  target: RefObject<Element | null>,
  first: string,
  ask: () => Promise<{ remoteSessionURL: string }>,
) {
  const [state, setState] = useState<State>({ kind: 'starting' });
  // a URL opens one connection; each attempt has its own
  const [url, setURL] = useState<string | undefined>(first);
  const connected = useRef<Connected>(null);
  const askAgain = useEffectEvent(ask);

  useEffect(() => {
    const place = target.current;
    if (!url || !place) return;
    // put off: an effect that is run twice for trial must not use the URL twice
    const begin = setTimeout(() => {
      connected.current = connect(place, url, {
        onReady: () => setState({ kind: 'connected' }),
        onEnd: (end) => {
          setURL(undefined);
          setState(end ? { kind: 'ended', sentence: END_WORDS[end], end } : { kind: 'lost' });
        },
      });
    });
    return () => {
      clearTimeout(begin);
      connected.current?.end();
      connected.current = null;
    };
  }, [target, url]);

  const isWished = state.kind === 'starting';
  const waits = !url && state.kind !== 'ended';
  useEffect(() => {
    if (!waits) return;
    let isOver = false;
    let next: ReturnType<typeof setTimeout>;
    const attempt = async () => {
      try {
        const { remoteSessionURL } = await askAgain();
        if (!isOver) setURL(remoteSessionURL);
      } catch (cause) {
        if (isOver) return;
        const noAnswer = cause instanceof CallProblem && cause.status === undefined;
        if (noAnswer) next = setTimeout(attempt, RETRY_MS);
        else setState({ kind: 'ended', sentence: explain(cause) });
      }
    };
    // a server that is being started again is not asked at once by everybody
    next = setTimeout(attempt, isWished ? 0 : RETRY_MS);
    return () => {
      isOver = true;
      clearTimeout(next);
    };
  }, [waits, isWished]);

  return {
    state,
    focus: () => connected.current?.focus(),
    again: () => setState({ kind: 'starting' }),
  };
}
