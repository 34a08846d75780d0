import { useEffect, useState } from 'react';
import type { ViewerSession } from '../study/viewer-session.ts';
import type { ImplantChoices } from './implant-choices.ts';
import { arrangedLines, type ListedLine, loadCatalogue } from './library.ts';

interface Loaded {
  lines: readonly ListedLine[];
  /** the centre's file exists and cannot be read */
  isUnreadable: boolean;
  /** lines of the centre or of manufacturers are missing, because a request failed */
  isIncomplete: boolean;
}

/** The lines in the order in which the dialog shows them. A star that is set later does not move a line under the pointer. */
export function useLibrary(
  session: ViewerSession,
  choices: ImplantChoices,
): { loaded: Loaded | undefined; reload: () => void } {
  const [loaded, setLoaded] = useState<Loaded>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    void loadLines(session, choices).then((lines) => isCurrent && setLoaded(lines));
    return () => {
      isCurrent = false;
    };
  }, [session, choices, attempt]);
  return { loaded, reload: () => setAttempt((count) => count + 1) };
}

async function loadLines(session: ViewerSession, choices: ImplantChoices): Promise<Loaded> {
  const [catalogue, own] = await Promise.allSettled([loadCatalogue(), session.implants(), choices.load()]);
  return {
    lines: arrangedLines({
      own: own.status === 'fulfilled' ? own.value.implants : [],
      catalogue: catalogue.status === 'fulfilled' ? catalogue.value : [],
      choices: choices.get().choices,
    }),
    isUnreadable: own.status === 'fulfilled' && own.value.isUnreadable,
    isIncomplete: own.status === 'rejected' || catalogue.status === 'rejected',
  };
}
