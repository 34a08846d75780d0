import { useCallback, useEffect, useRef, useState } from 'react';
import { type ChosenFile, chooseFiles, type FoundFile, joinFiles, obstacle } from './choose/chosen-files.ts';
import type { Findings } from './inspect/inspect-files.ts';

export interface Choice {
  files: ChosenFile[];
  /** null while they are being looked into, or when that was not possible */
  findings: Findings | null;
  looking: boolean;
  looked: number;
}

/** The files chosen but not sent yet, and what is in them. */
export function useChosenFiles() {
  const [choice, setChoice] = useState<Choice | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const look = useRef<AbortController>(null);

  const drop = useCallback(() => {
    look.current?.abort();
    setChoice(null);
    setProblem(null);
  }, []);
  useEffect(() => () => look.current?.abort(), []);

  async function take(found: FoundFile[]) {
    const files = choice ? joinFiles(choice.files, found) : chooseFiles(found);
    const sentence = obstacle(files);
    setProblem(sentence);
    if (sentence) return;

    look.current?.abort();
    const stop = new AbortController();
    look.current = stop;
    const tell = (change: Partial<Choice>) =>
      stop.signal.aborted || setChoice((before) => before && { ...before, ...change });
    setChoice({ files, findings: null, looking: true, looked: 0 });
    try {
      // Header readers are no part of the page: they come when there is something to read.
      const { lookInside } = await import('./inspect/inspect-files.ts');
      let told = 0;
      const findings = await lookInside(files, stop.signal, (looked) => {
        if (looked - told < 50) return;
        told = looked;
        tell({ looked });
      });
      tell({ findings, looking: false });
    } catch {
      tell({ looking: false }); // They can be sent without having been looked into.
    }
  }

  return { choice, problem, take, drop, setProblem };
}
