import { useState } from 'react';

const KEY = 'viewer_introduced';

/** Whether this browser has shown the introduction. True without storage, so that it is not shown at each opening. */
function wasIntroduced(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return true;
  }
}

function remember(): void {
  try {
    localStorage.setItem(KEY, 'true');
  } catch {
    // without storage it is not shown on its own
  }
}

interface IntroductionState {
  isShown: boolean;
  show: () => void;
  close: () => void;
}

/** Shown at the first opening in this browser, and when the user asks for it. */
export function useIntroduction(): IntroductionState {
  const [isShown, setIsShown] = useState(() => !wasIntroduced());
  return {
    isShown,
    show: () => setIsShown(true),
    close: () => {
      remember();
      setIsShown(false);
    },
  };
}
