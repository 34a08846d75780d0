import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type ChosenFile,
  chooseFiles,
  type FoundFile,
  joinFiles,
  selectionProblem,
} from './choose/chosen-files.ts';
import type { Findings } from './inspect/inspect-files.ts';

export interface FileSelection {
  files: ChosenFile[];
  /** null while they are being looked into, or when that was not possible */
  findings: Findings | null;
  isInspecting: boolean;
  inspectedCount: number;
}

/** The files chosen but not sent yet, and what is in them. */
export function useChosenFiles() {
  const [choice, setChoice] = useState<FileSelection | null>(null);
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
    const sentence = selectionProblem(files);
    setProblem(sentence);
    if (sentence) return;

    look.current?.abort();
    const stop = new AbortController();
    look.current = stop;
    const tell = (change: Partial<FileSelection>) =>
      stop.signal.aborted || setChoice((before) => before && { ...before, ...change });
    setChoice({ files, findings: null, isInspecting: true, inspectedCount: 0 });
    try {
      // Header readers are no part of the page: they come when there is something to read.
      const { inspectFiles } = await import('./inspect/inspect-files.ts');
      let told = 0;
      const findings = await inspectFiles(files, stop.signal, (looked) => {
        if (looked - told < 50) return;
        told = looked;
        tell({ inspectedCount: looked });
      });
      tell({ findings, isInspecting: false });
    } catch {
      tell({ isInspecting: false }); // They can be sent without having been looked into.
    }
  }

  return { choice, problem, take, drop, setProblem };
}
