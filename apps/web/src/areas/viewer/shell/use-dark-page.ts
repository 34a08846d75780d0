import { useLayoutEffect } from 'react';

const SCHEME = 'data-mantine-color-scheme';

/** X-rays are read in the dark: menus and dialogs, too, are dark while the viewer is open. */
export function useDarkPage(): void {
  useLayoutEffect(() => {
    const page = document.documentElement;
    const before = page.getAttribute(SCHEME);
    page.setAttribute(SCHEME, 'dark');
    return () => {
      if (before) page.setAttribute(SCHEME, before);
    };
  }, []);
}
