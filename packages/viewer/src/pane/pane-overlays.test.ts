import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { JoinedCaption, SliceSteps } from './pane-overlays.tsx';

const shown = (betweenMm: [number, number] | undefined, width: number) =>
  renderToStaticMarkup(
    createElement(SliceSteps, { betweenMm, pane: [width, 300], matrix: [1, 0, 0, 1, 0, 0], pxPerUnit: 1 }),
  ).replaceAll(/<[^>]*>/g, '|');

test('a picture between unevenly spaced slices says that it is computed, if there is space', () => {
  expect(shown([1, 2.5], 400)).toContain('Срезы сняты через 1–2,5 мм,||между ними значения вычислены');
  expect(shown([1, 2.5], 100)).toBe('');
  expect(shown(undefined, 400)).toBe('');
});

test('a joined picture names its scans, or in a small pane states only that it is joined', () => {
  const captions = ['Сшито из двух снимков', '12.03.2026 10:15 и', '12.03.2026 10:20'];
  const caption = (width: number, height: number) =>
    renderToStaticMarkup(
      createElement(JoinedCaption, {
        captions,
        pane: [width, height],
        matrix: [1, 0, 0, 1, 0, 0],
        pxPerUnit: 1,
      }),
    ).replaceAll(/<[^>]*>/g, '|');
  expect(caption(400, 300)).toContain('Сшито из двух снимков||12.03.2026 10:15 и||12.03.2026 10:20');
  expect(caption(120, 300)).toContain('Сшито из двух снимков');
  expect(caption(120, 300)).not.toContain('12.03.2026');
});
