import { waitUntilLoaded } from '../pages/screen-checks.ts';
import { expect, type Page, test } from '../pages/test.ts';

/** Controls whose click changes only the screen, and no stored data that others see. */
const CLICKED =
  'input[type=checkbox], input[type=radio], [role=tab], th a, button[aria-expanded], button[aria-haspopup], button[aria-pressed]';
/**
 * How many controls are clicked on one screen, and how many of one kind, because the rows of a list have the same controls.
 */
const MOST = 10;
const MOST_OF_A_KIND = 2;

interface Target {
  name: string;
  x: number;
  y: number;
}

/** Marks the controls of the page, or of the dialog over it, and returns how many there are. */
const mark = (page: Page) =>
  page.evaluate(
    ([selector, most, mostOfAKind]) => {
      const dialogs = [...document.querySelectorAll('.mantine-Modal-content, .mantine-Drawer-content')];
      const root =
        dialogs.findLast((dialog) => dialog.checkVisibility()) ?? document.querySelector('#content');
      const counts = new Map<string, number>();
      const chosen = [...(root?.querySelectorAll<HTMLElement>(selector) ?? [])].filter((control) => {
        if (control.matches(':disabled') || control.closest('[inert]')) return false;
        const kind = `${control.tagName} ${(control.getAttribute('aria-label') ?? control.textContent).split(':')[0]}`;
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
        return counts.get(kind)! <= mostOfAKind;
      });
      for (const [at, control] of chosen.slice(0, most).entries()) control.dataset['steady'] = String(at);
      return Math.min(most, chosen.length);
    },
    [CLICKED, MOST, MOST_OF_A_KIND] as const,
  );

/** The middle of a control, or of the label that represents an invisible control; null if it is hidden or covered. */
const find = (page: Page, at: number): Promise<Target | null> =>
  page.evaluate((steady) => {
    const control = document.querySelector<HTMLInputElement>(`[data-steady="${steady}"]`);
    if (!control) return null;
    const isSmall = (element: Element) => element.getBoundingClientRect().width < 4;
    const hidden = isSmall(control) || getComputedStyle(control).opacity === '0';
    const shown = hidden ? (control.labels?.[0] ?? control) : control;
    if (!shown.checkVisibility({ visibilityProperty: true })) return null;
    shown.scrollIntoView({ block: 'center', behavior: 'instant' });
    const box = shown.getBoundingClientRect();
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    const top = document.elementFromPoint(x, y);
    if (!top || !(shown.contains(top) || top.contains(shown))) return null;
    return { name: control.getAttribute('aria-label') ?? shown.textContent, x, y };
  }, at);

/** The other control that a second click would hit. Null if there is none, or if the first click has opened it. */
const otherUnder = (page: Page, at: number, { x, y }: Target): Promise<string | null> =>
  page.evaluate(
    async ([steady, left, top]) => {
      for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
      const control = document.querySelector<HTMLInputElement>(`[data-steady="${steady}"]`);
      const under = document.elementFromPoint(left, top);
      const opened = '[role=menu], [role=listbox], .mantine-Popover-dropdown, .mantine-Modal-root';
      if (!under || (under.closest(opened) && !control?.closest(opened))) return null;
      const hit = under.closest('a[href], button, input, select, textarea, label, [role=tab]');
      if (hit === null || hit.contains(control)) return null;
      const own = [control, ...(control?.labels ?? [])];
      return own.some((element) => element?.contains(hit))
        ? null
        : (hit.getAttribute('aria-label') ?? hit.textContent ?? hit.tagName);
    },
    [at, x, y] as const,
  );

/** Restores a checkbox, so that the scenario finds the screen as it was. */
const uncheck = async (page: Page, at: number) => {
  const target = await find(page, at);
  const control = page.locator(`[data-steady="${at}"]`);
  if (target && (await control.evaluate((one) => one.matches('input[type=checkbox]'))))
    await page.mouse.click(target.x, target.y);
};

/**
 * Clicks the controls of the open screen and expects that none of them moves away and leaves another one under the pointer,
 * neither at once nor when everything has loaded: the second click of a double click would hit that one.
 */
export const checkSteadyControls = (page: Page, name: string): Promise<void> =>
  test.step(`${name}: controls stay under the pointer`, async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await waitUntilLoaded(page);
    const count = await mark(page);
    for (let at = 0; at < count; at++) {
      const target = await find(page, at);
      if (!target) continue;
      await page.mouse.click(target.x, target.y);
      const atOnce = await otherUnder(page, at, target);
      await waitUntilLoaded(page);
      const later = await otherUnder(page, at, target);
      expect
        .soft([atOnce, later], `${name}: what is under the pointer after «${target.name}»`)
        .toEqual([null, null]);
      if (
        await page
          .locator('[role=menu], [role=listbox], .mantine-Popover-dropdown')
          .filter({ visible: true })
          .count()
      )
        await page.keyboard.press('Escape');
      else await uncheck(page, at);
    }
  });
