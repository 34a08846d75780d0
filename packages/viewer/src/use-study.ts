import { useEffect, useState } from 'react';
import { isSessionOver, type ViewerSession, type Study } from './viewer-session.ts';

export type StudyState =
  | { kind: 'loading'; progress: number | null }
  | { kind: 'ready'; study: Study }
  | { kind: 'over'; reason: unknown }
  | { kind: 'failed'; reason: unknown };

const ASK_AGAIN_MS = 1000;

/** The study behind the ticket; asked again while its pictures are still being made. */
export function useStudy(session: ViewerSession, attempt: number): [StudyState, (reason: unknown) => void] {
  const [studyState, setViewed] = useState<StudyState>({ kind: 'loading', progress: null });
  useEffect(() => {
    const stop = new AbortController();
    let timer = 0;
    const fail = (reason: unknown) => {
      if (!stop.signal.aborted) setViewed({ kind: isSessionOver(reason) ? 'over' : 'failed', reason });
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
    setViewed({ kind: isSessionOver(reason) ? 'over' : 'failed', reason });
  });
  return [studyState, fail];
}
