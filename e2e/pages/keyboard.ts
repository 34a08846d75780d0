import { expect, type Page } from '@playwright/test';

/** A full page of a list has about a hundred elements. */
const MAX_TABS = 200;

/** Presses Tab until an element with this text or label has the focus. */
export const tabTo = async (page: Page, name: string) => {
  const focusedText = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement) || element.tabIndex < 0) return '';
      const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
      const labels = isField ? [...(element.labels ?? [])] : [];
      return [
        element.getAttribute('aria-label'),
        ...labels.map((label) => label.textContent),
        element.textContent,
      ].join(' ');
    });
  for (let tabs = 0; tabs < MAX_TABS; tabs++) {
    if ((await focusedText()).includes(name)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`«${name}» cannot be reached by the keyboard`);
};

/** Opens a menu by the keyboard and chooses an entry. The open menu takes the focus; a key pressed before that is lost. */
export const chooseFromMenu = async (page: Page, menu: string | RegExp, entry: string) => {
  await page.getByRole('button', { name: menu }).press('Enter');
  await expect(page.getByRole('menu').locator(':focus')).toBeAttached();
  await page.getByRole('menuitem', { name: entry }).press('Enter');
};
