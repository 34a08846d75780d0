import { useLayoutEffect } from 'react';

const SCHEME = 'data-mantine-color-scheme';

/** Sets the dark colour scheme while the viewer is open, so that its menus and dialogs are dark, too. */
export function useDarkPage(): void {
  useLayoutEffect(() => {
    const page = document.documentElement;
    let original = page.getAttribute(SCHEME);
    const darken = () => {
      const now = page.getAttribute(SCHEME);
      if (now === 'dark') return;
      original = now;
      page.setAttribute(SCHEME, 'dark');
    };
    // the page may follow a change of the system's colour scheme meanwhile
    const observer = new MutationObserver(darken);
    observer.observe(page, { attributeFilter: [SCHEME] });
    darken();
    return () => {
      observer.disconnect();
      if (original) page.setAttribute(SCHEME, original);
    };
  }, []);
}
