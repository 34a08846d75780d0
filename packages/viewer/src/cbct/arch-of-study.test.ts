import { expect, test } from 'vitest';
import type { Study } from '../study.ts';
import { noArchReason } from './arch-of-study.ts';

const panoramaWith = (change: object) =>
  ({ status: 'none', reason: null, volume: null, ...change }) as unknown as Study['panorama'];

test('panes along the arch say why there is none in the words of the card, for the series that was searched', () => {
  const series = { seriesInstanceUID: '1.2' };
  const said = (panorama: Study['panorama']) => noArchReason({ panorama }, series);
  expect(
    said(panoramaWith({ reason: 'На снимке не видно костей и зубов', volume: { seriesInstanceUID: '1.2' } })),
  ).toBe('На снимке не видно костей и зубов');
  expect(said(panoramaWith({ reason: 'Зубов нет. Если они видны, проведите дугу' }))).toBe('Зубов нет');
  const general = 'Зубная дуга на снимке не найдена';
  expect(said(panoramaWith({ reason: 'Зубов нет', volume: { seriesInstanceUID: '3.4' } }))).toBe(general);
  expect([said(null), said(panoramaWith({ status: 'ready' }))]).toEqual([general, general]);
});
