import type { CbctState } from './state.ts';

type FourthPane = CbctState['fourth'];

const KEY = 'viewer_fourth_pane';

/** The last choice on this computer; it says nothing about a patient. */
export function readFourthPane(): FourthPane {
  try {
    return localStorage.getItem(KEY) === 'volume' ? 'volume' : 'panorama';
  } catch {
    return 'panorama';
  }
}

export function saveFourthPane(pane: FourthPane): void {
  try {
    localStorage.setItem(KEY, pane);
  } catch {
    // a browser without storage begins with the panorama
  }
}
