import { type BrowserContext, expect, type Page } from '@playwright/test';

// Notices go by themselves after three seconds (spec.md §9), in which a busy machine may not have looked: the page itself
// keeps what it has shown.

declare global {
  interface Window {
    /** `in`: the name of the dialog that it stood in; '' outside of any */
    said: { text: string; in: string }[];
  }
}

export const keepWhatIsSaid = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const LONGEST = 300;
    window.said = [];
    const note = (node: Node): void => {
      const element = node instanceof Element ? node : node.parentElement;
      const text = element?.textContent ?? '';
      if (!element || text === '' || text.length > LONGEST) return;
      const label = element.closest('[role=dialog]')?.getAttribute('aria-labelledby') ?? '';
      const name = document.getElementById(label)?.textContent ?? '';
      // laid out, and not hidden by what lies around it
      requestAnimationFrame(
        () => element.checkVisibility({ visibilityProperty: true }) && window.said.push({ text, in: name }),
      );
    };
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === 'characterData') note(target);
        else addedNodes.forEach(note);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });

/** These words have been shown on the page that is open, in the dialog of this name, or outside of any. */
export const expectSaid = (page: Page, words: string, dialog = ''): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => window.said))
    .toContainEqual({ text: expect.stringContaining(words), in: dialog });
