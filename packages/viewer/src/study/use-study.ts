import { useEffect, useState } from 'react';
import type { Study } from './study.ts';
import { isSessionOver, type TicketSession } from './ticket-session.ts';

export type StudyState =
  | { kind: 'loading'; progress: number | null }
  | { kind: 'ready'; study: Study }
  | { kind: 'over'; reason: unknown }
  | { kind: 'failed'; reason: unknown };

const POLL_MS = 1000;

const failureState = (reason: unknown): StudyState => ({
  kind: isSessionOver(reason) ? 'over' : 'failed',
  reason,
});

/**
 * The study that the ticket gives access to, polled while its rendition is being made. The second value
 * reports a failure that happens later. A new `attempt` loads the study again; the first
 * one uses the study that is known already.
 */
export function useStudy(
  session: TicketSession,
  attempt: number,
  known: Study | undefined,
): [StudyState, (reason: unknown) => void] {
  const isKnown = known !== undefined && known.status !== 'making' && attempt === 0;
  const [state, setState] = useState<StudyState>(
    isKnown ? { kind: 'ready', study: known } : { kind: 'loading', progress: null },
  );
  useEffect(() => {
    if (isKnown) return;
    const stop = new AbortController();
    if (attempt > 0) setState({ kind: 'loading', progress: null });
    let timer = 0;
    const fail = (reason: unknown) => {
      if (!stop.signal.aborted) setState(failureState(reason));
    };
    const load = async () => {
      const study = await session.study(stop.signal);
      if (stop.signal.aborted) return;
      if (study.status !== 'making') return setState({ kind: 'ready', study });
      setState({ kind: 'loading', progress: study.progress });
      timer = window.setTimeout(() => void load().catch(fail), POLL_MS);
    };
    void load().catch(fail);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [session, attempt, isKnown]);
  const [fail] = useState(() => (reason: unknown) => setState(failureState(reason)));
  return [state, fail];
}
