import { expect, test } from 'vitest';
import type { Study, VolumeSeries } from '../../study/study.ts';
import { placementOf } from '../../volume/voxels/placement.ts';
import { archOfStudy, archRemark, noArchReason } from './arch-of-study.ts';

const panoramaWith = (change: object) =>
  ({ status: 'none', reason: null, volume: null, ...change }) as unknown as Study['panorama'];

test('panes along the arch state why it is missing, in the words of the card and for the searched series', () => {
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

test('the arch of a panorama is not used for another volume of the series that lies elsewhere', () => {
  const points = [
    [10, 30, 20],
    [25, 10, 20],
    [40, 30, 20],
  ];
  const plane = { originMm: [25, 20, 20], left: [1, 0, 0], back: [0, 1, 0], up: [0, 0, 1] };
  const arch = { points, plane, version: 3 };
  const panorama = panoramaWith({ status: 'ready', arch, volume: { seriesInstanceUID: '1.2' } });
  const series = { seriesInstanceUID: '1.2' } as VolumeSeries;
  const archAt = (xMm: number) =>
    archOfStudy(
      { panorama } as Study,
      series,
      placementOf({
        size: [50, 50, 50],
        spacingMm: [1, 1, 1],
        originMm: [xMm, 0, 0],
        directions: [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ],
      }),
    );
  expect(archAt(0)).toMatchObject({
    isStored: true,
    version: 3,
    points: [[-15, 10], expect.anything(), [15, 10]],
  });
  expect(archAt(100).isStored).not.toBe(true);
});

test('the panorama names the ends of a found arch that the scan does not confirm, until the arch is changed', () => {
  const stored = { isStored: true, changed: false, version: 3 };
  const said = (picture: object, arch = stored) =>
    archRemark({ panorama: panoramaWith({ picture: { version: 3, ...picture } }) }, arch);
  expect(said({ ends: { right: 0.9, left: 0.2 }, isPart: false })).toBe(
    'левый конец дуги не подтверждён снимком',
  );
  expect(said({ ends: { right: 0, left: 1 } })).toBe('правый конец дуги не подтверждён снимком');
  expect(said({ ends: { right: 0, left: 0.4 } })).toBe('концы дуги не подтверждены снимком');
  expect(said({ ends: { right: 1, left: 1 }, isPart: true })).toBe('видна только часть дуги');
  // there is no remark on an arch that a person drew, that an earlier version found, or that is being changed
  expect(said({})).toBeUndefined();
  expect(said({ ends: { right: 0, left: 0 } }, { ...stored, version: 4 })).toBeUndefined();
  expect(said({ ends: { right: 0, left: 0 } }, { ...stored, changed: true })).toBeUndefined();
});
