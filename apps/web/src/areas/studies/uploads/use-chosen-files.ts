import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type ChosenFile,
  chooseFiles,
  type FoundFile,
  joinFiles,
  selectionProblem,
} from './choose/chosen-file.ts';
import type { Registered } from '@snimok/api-client/upload/resume-plan';
import type { Findings, InspectedFile, PersonInFiles } from './inspect/inspect-files.ts';
import { describeMixedPeople, splitByPatient } from './inspect/mixed-people.ts';
import { findDifference } from './resume/find-difference.ts';

/** Files of several patients, whose images are never published together. */
export interface MixedFiles {
  /** whom the files name */
  sentence: string;
  patients: { patient: PersonInFiles; files: ChosenFile[]; findings: Findings }[];
  /** images that name none of them and are not sent */
  unnamedCount: number;
  /** the index of the patient whose files are sent; null until the user has chosen */
  chosen: number | null;
}

export interface FileSelection {
  files: ChosenFile[];
  /** null during the inspection, and if it failed */
  findings: Findings | null;
  isInspecting: boolean;
  inspectedCount: number;
  /** names of chosen files that are not images and are not sent */
  leftOut: string[];
  /** why these files do not continue the interrupted upload; null if they do, or if there is none */
  difference: string | null;
  /** null if the files may belong to one patient, or if one of them names several */
  mixed: MixedFiles | null;
}

/** The files chosen but not sent yet, and the findings about them. `listRegistered` returns the files of an interrupted upload. */
export function useChosenFiles(listRegistered: () => Promise<Registered[]>) {
  const [selection, setSelection] = useState<FileSelection | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const inspection = useRef<AbortController>(null);

  const clear = useCallback(() => {
    inspection.current?.abort();
    setSelection(null);
    setProblem(null);
  }, []);
  useEffect(() => () => inspection.current?.abort(), []);

  async function add(found: FoundFile[]) {
    const files = selection ? joinFiles(selection.files, found) : chooseFiles(found);
    const sentence = selectionProblem(files);
    setProblem(sentence);
    if (sentence) return;

    inspection.current?.abort();
    const abort = new AbortController();
    inspection.current = abort;
    const update = (change: Partial<FileSelection>) =>
      abort.signal.aborted || setSelection((before) => before && { ...before, ...change });
    setSelection({
      files,
      findings: null,
      isInspecting: true,
      inspectedCount: 0,
      leftOut: [],
      difference: null,
      mixed: null,
    });
    try {
      update({ difference: await findDifference(files, await listRegistered(), abort.signal) });
    } catch {
      // the files can be sent without this comparison: all parts are compared again when they are joined, so parts
      // of different files never mix
    }
    try {
      // the code that reads headers is loaded only when files have been chosen
      const [{ readFiles, summarise }, { leaveOut }] = await Promise.all([
        import('./inspect/inspect-files.ts'),
        import('./inspect/leave-out.ts'),
      ]);
      let shownCount = 0;
      const inspected = await readFiles(files, abort.signal, (inspectedCount) => {
        if (inspectedCount - shownCount < 50) return;
        shownCount = inspectedCount;
        update({ inspectedCount });
      });
      const { kept, leftOut } = leaveOut(inspected);
      const isMixed = kept.length > 0;
      update({
        files: isMixed ? kept.map(({ chosen }) => chosen) : files,
        findings: summarise(isMixed ? kept : inspected),
        leftOut: isMixed ? leftOut.map(({ chosen }) => chosen.filename) : [],
        mixed: listChoices(kept, summarise),
        isInspecting: false,
      });
    } catch {
      update({ isInspecting: false }); // files can be sent without an inspection
    }
  }

  /** Only the files of this patient are sent. */
  function choosePatient(index: number) {
    setSelection((before) => {
      const patient = before?.mixed?.patients[index];
      if (!before?.mixed || !patient) return before;
      const { files, findings } = patient;
      return { ...before, files, findings, mixed: { ...before.mixed, chosen: index } };
    });
  }

  return { selection, problem, add, clear, setProblem, choosePatient };
}

function listChoices(
  inspected: InspectedFile[],
  summarise: (files: InspectedFile[]) => Findings,
): MixedFiles | null {
  const sentence = describeMixedPeople(inspected.flatMap(({ people }) => people));
  const split = sentence && splitByPatient(inspected);
  if (!sentence || !split) return null;
  return {
    sentence,
    patients: split.patients.map(({ patient, files }) => ({
      patient,
      files: files.map(({ chosen }) => chosen),
      findings: summarise(files),
    })),
    unnamedCount: split.unnamed.filter(({ content }) => content !== 'none').length,
    chosen: null,
  };
}
