import { type BrowserContext, expect, type Page } from '@playwright/test';

// Notices go by themselves after three seconds (spec.md §9), in which a busy machine may not have looked: the page itself
// keeps what it has shown.

declare global {
  interface Window {
    said: string[];
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
      // laid out, and not hidden by what lies around it
      requestAnimationFrame(
        () => element.checkVisibility({ visibilityProperty: true }) && window.said.push(text),
      );
    };
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === 'characterData') note(target);
        else addedNodes.forEach(note);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });

/** These words have been shown on the page that is open. */
export const expectSaid = (page: Page, words: string): Promise<void> =>
  expect.poll(() => page.evaluate(() => window.said)).toContainEqual(expect.stringContaining(words));
