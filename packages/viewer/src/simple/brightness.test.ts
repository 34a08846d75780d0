import { expect, test } from 'vitest';
import { greyTable } from '../pane/display-window.ts';
import { brightnessText, lightened } from './brightness.ts';

const greyOf = (value: number, steps: number, inverted: boolean) =>
  greyTable(lightened({ center: 1000, width: 2000, inverted }, steps), false)[value]! & 0xff;

test('a picture can be lightened and darkened, also if its lowest values are white', () => {
  for (const inverted of [false, true]) {
    expect(greyOf(1000, 5, inverted)).toBeGreaterThan(greyOf(1000, 0, inverted) + 40);
    expect(greyOf(1000, -5, inverted)).toBeLessThan(greyOf(1000, 0, inverted) - 40);
  }
});

test('the middle of the slider leaves a picture as it is', () => {
  const displayWindow = { center: 40, width: 400, inverted: false };
  expect(lightened(displayWindow, 0)).toEqual(displayWindow);
});

test('the brightness has a text for screen readers', () => {
  expect([0, 3, -10].map(brightnessText)).toEqual(['как обычно', 'светлее на 3', 'темнее на 10']);
});
