import { join } from 'node:path';
import { DAY_MS } from '../portal/duration.ts';
import { LAYOUT_PROBLEMS } from './layout-problems.ts';
import { SCREENSHOTS, waitUntilLoaded } from '../pages/screen-checks.ts';
import { checkSteadyControls } from './steady-controls.ts';
import { expect, type Page, test } from '../pages/test.ts';

const FROM = 360;
const TO = 1920;
const STEP = 80;
const WIDTHS = [...Array.from({ length: Math.ceil((TO - FROM) / STEP) }, (_, at) => FROM + at * STEP), TO];
const HEIGHT = 900;
const REVIEWED_WIDTHS = [390, 768, 1024, 1440, 1920];

/** Screenshots for review by people, with `LAYOUT_SCREENSHOTS=on`. */
const takeScreenshots = async (page: Page, name: string) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    for (const width of REVIEWED_WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      const path = join(SCREENSHOTS, `widths-${name}-${width}-${colorScheme}.png`);
      await page.screenshot({ path, animations: 'disabled' });
    }
  }
};

/**
 * Resizes the open page from 360 to 1,920 px and expects at each width that nothing is clipped, covered, broken inside a
 * word or outside of the screen, except for problems that match `allowed`.
 */
export const checkLayout = (page: Page, name: string, allowed?: RegExp): Promise<void> =>
  test.step(name, async () => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await waitUntilLoaded(page);
    const widthsOf = new Map<string, number[]>();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      for (const problem of await page.evaluate<string[]>(LAYOUT_PROBLEMS))
        widthsOf.set(problem, [...(widthsOf.get(problem) ?? []), width]);
    }
    const found = [...widthsOf]
      .filter(([problem]) => !allowed?.test(problem))
      .map(([problem, widths]) => `${problem} at ${widths.join(', ')} px`);
    expect.soft(found, name).toEqual([]);
    if (process.env.LAYOUT_SCREENSHOTS === 'on') await takeScreenshots(page, name);
  });

interface Screen {
  name: string;
  path: string;
  /** a text that shows that the screen is loaded */
  shows: string | RegExp;
  /** opens a dialog or a tab, and waits until it is visible */
  open?: (page: Page) => Promise<unknown>;
}

/** Opens one screen after the other and checks its layout, and that its controls stay where they are when they are clicked. */
export const walk = async (page: Page, address: string, screens: Screen[]) => {
  for (const { name, path, shows, open } of screens) {
    await page.goto(address + path);
    await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible();
    await open?.(page);
    await checkLayout(page, name);
    await checkSteadyControls(page, name);
  }
};

/** Opens a dialog by its button, as the `open` of a screen. */
export const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
};

/** The calendar day that many days from now. */
export const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** Expects that on a phone the first study begins within 300 px, and that the week of the schedule begins with today. */
export const expectListOnFirstScreen = async (page: Page, address: string) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${address}/assistant-area/`);
  const first = page.getByRole('row').nth(1);
  await expect(first.getByRole('link')).toBeVisible();
  expect((await first.boundingBox())!.y).toBeLessThanOrEqual(300);
  await page.goto(`${address}/assistant-area/schedule?view=week`);
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('сегодня');
};
