import type { Page } from '@playwright/test';

export interface Place {
  x: number;
  y: number;
}

const STEPS = 8;

/** Puts fingers down, moves them in straight lines and lifts them, as a hand on glass does. */
export const moveFingers = async (page: Page, ...ways: { from: Place; to: Place }[]): Promise<void> => {
  const glass = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: (Place & { id: number })[]) =>
    glass.send('Input.dispatchTouchEvent', { type, touchPoints });
  const at = (part: number) =>
    ways.map(({ from, to }, id) => ({
      id,
      x: from.x + (to.x - from.x) * part,
      y: from.y + (to.y - from.y) * part,
    }));
  await touch('touchStart', at(0));
  for (let step = 1; step <= STEPS; step++) await touch('touchMove', at(step / STEPS));
  await touch('touchEnd', []);
  await glass.detach();
};
