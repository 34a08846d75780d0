import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from './test.ts';

/** Screenshots for review by people, taken with `SCREENSHOTS=on` only; git ignores them. */
export const SCREENSHOTS = join(import.meta.dirname, '../screenshots');
export const takesScreenshots = process.env.SCREENSHOTS === 'on';
const sizes = {
  wide: { width: 1440, height: 900 },
  narrow: { width: 390, height: 844 },
};

/** Waits until the page loads nothing more. */
export const waitUntilLoaded = async (page: Page) => {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(page.getByRole('progressbar', { name: 'Страница загружается' })).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
};

/**
 * Lets the page react to a new size and ends its animations, so that a check sees the final colours and places. The end of one
 * animation may begin others, because elements inherit a colour that has changed.
 */
const finishMotion = (page: Page) =>
  page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const finishAll = () => {
      const ending = document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime));
      for (const animation of ending) animation.finish();
      return ending.length > 0;
    };
    await nextFrame();
    do await nextFrame();
    while (finishAll());
  });

/** Serious and critical accessibility violations found by axe, with the elements and axe's messages. */
export const axeViolations = async (page: Page) => {
  const hasFrames = page.frames().length > 1;
  const { violations } = await new AxeBuilder({ page })
    // results of all other kinds would take half of the CPU time
    .options({ resultTypes: ['violations'] })
    // without frames the page itself combines the results; with frames a second page does, because they may not permit scripts
    .setLegacyMode(!hasFrames)
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`).join(' | ')}`,
    );
};

export const horizontalOverflowPx = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Pairs of elements that overlap in the page header, each measured with its descendants. */
const headerOverlaps = (page: Page) =>
  page.evaluate(() => {
    const header = document.querySelector('header.mantine-AppShell-header');
    const elements = [...(header?.querySelectorAll('a, button, p, input') ?? [])]
      .filter((element) => element.checkVisibility())
      .map((element) => {
        // an element without a box has an empty rectangle in the corner of the page
        const boxes = [element, ...element.querySelectorAll('*')]
          .map((inner) => inner.getBoundingClientRect())
          .filter(({ width }) => width > 0);
        const left = Math.min(...boxes.map((box) => box.left));
        const right = Math.max(...boxes.map((box) => box.right));
        return { element, left, right, name: element.getAttribute('aria-label') ?? element.textContent };
      });
    return elements.flatMap((one, index) =>
      elements
        .slice(index + 1)
        .filter(({ element }) => !one.element.contains(element))
        .filter(({ left, right }) => left < one.right - 1 && one.left < right - 1)
        .map((other) => `«${one.name}» and «${other.name}»`),
    );
  });

/**
 * Checks overflow and overlaps of the open page in the narrow size, and accessibility in narrow dark and in wide light. With
 * `SCREENSHOTS=on` it takes screenshots in both sizes and colour schemes.
 * @param name of the screenshots
 * @param only `dark` for a page that has no light colour scheme
 */
export const checkScreen = async (page: Page, name: string, only?: 'dark') => {
  const show = async (size: keyof typeof sizes, colorScheme: 'light' | 'dark') => {
    await page.setViewportSize(sizes[size]);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await waitUntilLoaded(page);
    await finishMotion(page);
    if (!takesScreenshots) return;
    const path = join(SCREENSHOTS, `${name}-${size}-${colorScheme}.png`);
    await page.screenshot({ path, animations: 'disabled' });
  };
  await test.step(name, async () => {
    await show('narrow', only ?? 'light');
    expect.soft(await horizontalOverflowPx(page), `${name}: horizontal overflow in pixels`).toBe(0);
    expect.soft(await headerOverlaps(page), `${name}: overlaps in the header`).toEqual([]);
    await show('narrow', 'dark');
    expect.soft(await axeViolations(page), `${name}: accessibility, narrow and dark`).toEqual([]);
    if (takesScreenshots) await show('wide', 'dark');
    await show('wide', only ?? 'light');
    expect.soft(await axeViolations(page), `${name}: accessibility, wide and light`).toEqual([]);
  });
};
