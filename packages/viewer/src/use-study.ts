import { useEffect, useState } from 'react';
import { isOver, type Session, type Study } from './viewer-session.ts';

export type Viewed =
  | { kind: 'loading'; progress: number | null }
  | { kind: 'ready'; study: Study }
  | { kind: 'over'; reason: unknown }
  | { kind: 'failed'; reason: unknown };

const ASK_AGAIN_MS = 1000;

/** The study behind the ticket; asked again while its pictures are still being made. */
export function useStudy(session: Session, attempt: number): [Viewed, (reason: unknown) => void] {
  const [viewed, setViewed] = useState<Viewed>({ kind: 'loading', progress: null });
  useEffect(() => {
    const stop = new AbortController();
    let timer = 0;
    const fail = (reason: unknown) => {
      if (!stop.signal.aborted) setViewed({ kind: isOver(reason) ? 'over' : 'failed', reason });
    };
    const ask = async () => {
      const study = await session.study(stop.signal);
      if (stop.signal.aborted) return;
      if (study.status !== 'making') return setViewed({ kind: 'ready', study });
      setViewed({ kind: 'loading', progress: study.progress });
      timer = window.setTimeout(() => void ask().catch(fail), ASK_AGAIN_MS);
    };
    void ask().catch(fail);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [session, attempt]);
  const [fail] = useState(() => (reason: unknown) => {
    setViewed({ kind: isOver(reason) ? 'over' : 'failed', reason });
  });
  return [viewed, fail];
}
