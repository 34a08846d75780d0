import { useLayoutEffect } from 'react';

const SCHEME = 'data-mantine-color-scheme';

/** X-rays are read in the dark: menus and dialogs, too, are dark while the viewer is open, whatever the page wants. */
export function useDarkPage(): void {
  useLayoutEffect(() => {
    const page = document.documentElement;
    let wanted = page.getAttribute(SCHEME);
    const darken = () => {
      const now = page.getAttribute(SCHEME);
      if (now === 'dark') return;
      wanted = now;
      page.setAttribute(SCHEME, 'dark');
    };
    // dusk may fall meanwhile, and the page follow it
    const observer = new MutationObserver(darken);
    observer.observe(page, { attributeFilter: [SCHEME] });
    darken();
    return () => {
      observer.disconnect();
      if (wanted) page.setAttribute(SCHEME, wanted);
    };
  }, []);
}
