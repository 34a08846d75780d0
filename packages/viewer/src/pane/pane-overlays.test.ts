import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SliceSteps } from './pane-overlays.tsx';

const shown = (betweenMm: [number, number] | undefined, width: number) =>
  renderToStaticMarkup(
    createElement(SliceSteps, { betweenMm, pane: [width, 300], matrix: [1, 0, 0, 1, 0, 0], pxPerUnit: 1 }),
  ).replaceAll(/<[^>]*>/g, '|');

test('a picture between slices at uneven steps says so, where there is space for it', () => {
  expect(shown([1, 2.5], 400)).toContain('Срезы сняты через 1–2,5 мм,||между ними значения вычислены');
  expect(shown([1, 2.5], 100)).toBe('');
  expect(shown(undefined, 400)).toBe('');
});
