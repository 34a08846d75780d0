import { ANALYSES } from './analyses/all.ts';

const KEY = 'viewer_cephalometric_analysis';

/** The analysis that was chosen last on this computer; it says nothing about a patient. */
export function readChosenAnalysis(): string | undefined {
  try {
    const stored = localStorage.getItem(KEY);
    return ANALYSES.find(({ id }) => id === stored)?.id;
  } catch {
    return undefined;
  }
}

export function saveChosenAnalysis(id: string): void {
  try {
    localStorage.setItem(KEY, id);
  } catch {
    // a browser without storage begins with the first analysis
  }
}
