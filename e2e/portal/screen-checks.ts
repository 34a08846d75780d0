import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from './test.ts';

/** Kept for people to look at; git ignores them. */
const PICTURES = join(import.meta.dirname, '../screenshots');
const sizes = {
  wide: { width: 1440, height: 900 },
  narrow: { width: 390, height: 844 },
};

/** Everything has come that the screen was waiting for. */
const settled = async (page: Page) => {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(page.getByRole('progressbar', { name: 'Страница загружается' })).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
};

/** Serious faults of accessibility, in the words that one needs to mend them. */
const faults = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`).join(' | ')}`,
    );
};

const sidewaysPx = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** What lies upon one another in the header of the page; each as wide as whatever stands in it. */
const crowded = (page: Page) =>
  page.evaluate(() => {
    const header = document.querySelector('header.mantine-AppShell-header');
    const parts = [...(header?.querySelectorAll('a, button, p, input') ?? [])]
      .filter((part) => part.checkVisibility())
      .map((part) => {
        const boxes = [part, ...part.querySelectorAll('*')].map((inner) => inner.getBoundingClientRect());
        const left = Math.min(...boxes.map((box) => box.left));
        const right = Math.max(...boxes.map((box) => box.right));
        return { part, left, right, name: part.getAttribute('aria-label') ?? part.textContent };
      });
    return parts.flatMap((one, at) =>
      parts
        .slice(at + 1)
        .filter(({ part }) => !one.part.contains(part))
        .filter(({ left, right }) => left < one.right - 1 && one.left < right - 1)
        .map((other) => `«${one.name}» and «${other.name}»`),
    );
  });

/**
 * Looks at the screen that is open in every size and light, and judges the two that differ most. `only`: the light of a
 * screen that is dark whatever people like.
 */
export const judge = async (page: Page, name: string, only?: 'dark') => {
  const take = async (size: keyof typeof sizes, colorScheme: 'light' | 'dark') => {
    await page.setViewportSize(sizes[size]);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await settled(page);
    const path = join(PICTURES, `${name}-${size}-${colorScheme}.png`);
    await page.screenshot({ path, animations: 'disabled' });
  };
  await test.step(name, async () => {
    await take('narrow', only ?? 'light');
    expect.soft(await sidewaysPx(page), `${name} scrolls sideways`).toBe(0);
    expect.soft(await crowded(page), `${name}, what overlaps in the header`).toEqual([]);
    await take('narrow', 'dark');
    expect.soft(await faults(page), `${name}, narrow and dark`).toEqual([]);
    await take('wide', 'dark');
    await take('wide', only ?? 'light');
    expect.soft(await faults(page), `${name}, wide and light`).toEqual([]);
  });
};
