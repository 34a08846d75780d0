import { type BrowserContext, expect, type Page } from '@playwright/test';

// Notices disappear after three seconds (product 5.12). A test on a busy machine may poll too late, so the page itself records
// the texts that it has shown.

declare global {
  interface Window {
    /** `dialog`: the name of the dialog with the text, or '' outside of dialogs */
    shownTexts: { text: string; dialog: string }[];
  }
}

export const recordNotices = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const MAX_LENGTH = 300;
    window.shownTexts = [];
    const record = (node: Node): void => {
      const element = node instanceof Element ? node : node.parentElement;
      const text = element?.textContent ?? '';
      if (!element || text === '' || text.length > MAX_LENGTH) return;
      const label = element.closest('[role=dialog]')?.getAttribute('aria-labelledby') ?? '';
      const dialog = document.getElementById(label)?.textContent ?? '';
      // recorded after layout, and only if neither the element nor an ancestor is hidden
      requestAnimationFrame(
        () =>
          element.checkVisibility({ visibilityProperty: true }) && window.shownTexts.push({ text, dialog }),
      );
    };
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === 'characterData') record(target);
        else addedNodes.forEach(record);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });

/** Expects that the open page has shown this text: in the dialog of this name, or without a name outside of dialogs. */
export const expectNotice = (page: Page, text: string, dialog = ''): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => window.shownTexts))
    .toContainEqual({ text: expect.stringContaining(text), dialog });
