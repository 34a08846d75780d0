import type { Page } from '@playwright/test';

interface Point {
  x: number;
  y: number;
}

const STEPS = 8;

/** Holds a finger still on a point while something is done. */
export const holdTouch = async (page: Page, at: Point, meanwhile: () => Promise<void>): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [at]);
  await meanwhile();
  await touch('touchEnd', []);
  await session.detach();
};

/** A touch gesture: each finger moves from its start to its end in a straight line, all at the same time. */
export const dragTouches = async (page: Page, ...fingers: { from: Point; to: Point }[]): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: (Point & { id: number })[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  const at = (fraction: number) =>
    fingers.map(({ from, to }, id) => ({
      id,
      x: from.x + (to.x - from.x) * fraction,
      y: from.y + (to.y - from.y) * fraction,
    }));
  await touch('touchStart', at(0));
  for (let step = 1; step <= STEPS; step++) await touch('touchMove', at(step / STEPS));
  await touch('touchEnd', []);
  await session.detach();
};
