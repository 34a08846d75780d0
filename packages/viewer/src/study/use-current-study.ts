import { useEffect, useState } from 'react';
import type { Study } from './study.ts';
import type { ViewerHost } from './viewer-host.ts';
import { isSessionOver, type TicketSession } from './ticket-session.ts';

/**
 * Keeps an open study up to date while others change it: renders again with the present name of the patient, and calls `fail`
 * when access has ended. Other failures are left to the next call that the viewer needs.
 */
export function useCurrentStudy(
  session: TicketSession,
  study: Study | undefined,
  { onStudyChanged }: ViewerHost,
  fail: (reason: unknown) => void,
): void {
  const [, setName] = useState<string>();
  useEffect(() => {
    if (!study || !onStudyChanged) return;
    const stop = new AbortController();
    const refresh = async () => {
      const { patientName } = await session.study(stop.signal);
      // the same object, because the workspace of the open series contains it and would otherwise load its volume again
      study.patientName = patientName;
      setName(patientName);
    };
    const end = onStudyChanged(study.studyID, () => {
      refresh().catch((reason) => {
        if (!stop.signal.aborted && isSessionOver(reason)) fail(reason);
      });
    });
    return () => {
      end();
      stop.abort();
    };
  }, [session, study, onStudyChanged, fail]);
}
