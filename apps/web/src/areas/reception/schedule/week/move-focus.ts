import type { KeyboardEvent } from 'react';

const DIRECTIONS: Record<string, [x: number, y: number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** The weight of the distance to the side, so that a block straight ahead is preferred. */
const SIDEWAYS = 3;

/** Moves the focus to the nearest button in the direction of an arrow key. */
export function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const direction = DIRECTIONS[event.key];
  const from = document.activeElement;
  if (!direction || !(from instanceof HTMLButtonElement) || !event.currentTarget.contains(from)) return;
  const [x, y] = direction;
  const centreOf = (button: Element) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const start = centreOf(from);
  const distanceOf = (button: Element) => {
    const centre = centreOf(button);
    const ahead = (centre.x - start.x) * x + (centre.y - start.y) * y;
    const aside = Math.abs((centre.x - start.x) * y) + Math.abs((centre.y - start.y) * x);
    return ahead < 4 ? Infinity : ahead + SIDEWAYS * aside;
  };
  const [next] = [...event.currentTarget.querySelectorAll('[data-lane] button')]
    .filter((button) => button !== from && distanceOf(button) < Infinity)
    .toSorted((one, other) => distanceOf(one) - distanceOf(other));
  if (!(next instanceof HTMLButtonElement)) return;
  event.preventDefault();
  next.focus();
}
