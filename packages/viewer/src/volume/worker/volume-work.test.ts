import { expect, test } from 'vitest';
import { placementOf } from '../voxels/placement.ts';
import type { FromVolume, ToVolume } from './messages.ts';
import { ProgressiveVolume } from './progressive-volume.ts';
import { VolumeWork } from './volume-work.ts';

type Request = Extract<ToVolume, { type: 'request' }>;

const SIDE = 64;

/** The work on a volume of 64³ voxels with a coarse preview; `answered` collects the ids of responses in their order. */
function startWork() {
  const directions = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ] as const;
  const size = [SIDE, SIDE, SIDE] as const;
  const grid = placementOf({ size, spacingMm: [1, 1, 1], originMm: [0, 0, 0], directions });
  const volume = new ProgressiveVolume(grid, { slope: 1, intercept: 0 });
  volume.setPreview({
    volume: { size: [4, 4, 4], spacingMm: [16, 16, 16], values: new Uint16Array(64).fill(7) },
    offsetMm: [7.5, 7.5, 7.5],
  });
  const responses: Extract<FromVolume, { type: 'response' }>[] = [];
  const returned: Uint16Array[] = [];
  const time = { ms: 0 };
  const work = new VolumeWork(
    volume,
    (response) => responses.push(response),
    (values) => returned.push(values),
    () => time.ms,
  );
  return { work, time, volume, responses, returned, answered: () => responses.map(({ id }) => id) };
}

const slice = (id: number): Request => ({
  type: 'request',
  id,
  kind: 'slice',
  request: { axis: 2, index: 5, slices: 1, blend: 'mean' },
});

/** A panorama: far more samples than one step computes. */
const panorama = (id: number, columns = 300): Request => ({
  type: 'request',
  id,
  kind: 'sheet',
  request: {
    columns: Array.from({ length: columns }, (_, x) => ({
      originMm: [(x / columns) * (SIDE - 1), 30, 0] as const,
      normal: [0, 1, 0] as const,
    })),
    up: [0, 0, 1],
    heightMm: [0, SIDE],
    pixelMm: 0.5,
    slabMm: [-5, 5],
    stepMm: 0.4,
  },
});

test('a requested slice is computed in the next step, before arrived slices and during a panorama', () => {
  const { work, volume, answered } = startWork();
  work.request(panorama(1));
  for (let index = 0; index < 50; index += 1)
    work.put({ type: 'slice', index, values: new Uint16Array(SIDE * SIDE) });
  for (let steps = 0; steps < 4; steps += 1) work.step();
  expect(answered()).toEqual([]);
  work.request(slice(2));
  expect(work.step()).toBe('answered');
  expect(answered()).toEqual([2]);
  expect(volume.arrived).toBeLessThan(5);
});

test('slices are written while a panorama is computed, and all panoramas and slices are completed', () => {
  const { work, volume, answered, responses } = startWork();
  work.request(panorama(1));
  work.request(panorama(2, 3));
  for (let index = 0; index < SIDE; index += 1)
    work.put({ type: 'slice', index, values: new Uint16Array(SIDE * SIDE).fill(9) });
  while (answered().length < 1) work.step();
  expect(answered()).toEqual([2]);
  expect(volume.arrived).toBeGreaterThan(0);
  while (work.step());
  expect([answered(), volume.arrived]).toEqual([[2, 1], SIDE]);
  expect(responses[1]!.response).toMatchObject({ width: 300, height: 128 });
});

test('a sheet that is computed in parts equals one that is computed at once', () => {
  const { work, volume, responses } = startWork();
  for (let index = 0; index < SIDE; index += 1)
    volume.putSlice(
      index,
      Uint16Array.from({ length: SIDE * SIDE }, (_, at) => (at * 31 + index * 977) % 4096),
    );
  work.request(panorama(1));
  while (work.step());
  expect(responses[0]!.response).toEqual(volume.answer('sheet', panorama(1).request as never));
});

test('the array of a slice is handed back when its samples are in the volume', () => {
  const { work, returned } = startWork();
  const half = new Uint16Array((SIDE / 2) ** 2);
  const whole = new Uint16Array(SIDE ** 2);
  work.put({ type: 'slice', index: 3, values: half, isHalf: true });
  work.put({ type: 'slice', index: 3, values: whole });
  expect(returned).toEqual([]);
  while (returned.length < 2) expect(work.step()).toBe('written');
  expect([returned[0] === half, returned[1] === whole]).toEqual([true, true]);
});

test('the preview is not enlarged while a user scrolls, for at most two seconds', () => {
  const { work, time, volume } = startWork();
  const scrollOn = () => {
    work.request(slice(1));
    expect(work.step()).toBe('answered');
  };
  work.put({ type: 'slice', index: 0, values: new Uint16Array(SIDE * SIDE) });
  scrollOn();
  expect(work.step()).toBe('written');
  expect(work.step()).toBe('postponed');
  time.ms += 90;
  scrollOn();
  time.ms += 90;
  expect(work.step()).toBe('postponed');
  time.ms += 10;
  expect(work.step()).toBe('enlarged');
  scrollOn();
  expect(work.step()).toBe('postponed');
  time.ms += 2000;
  scrollOn();
  expect(work.step()).toBe('enlarged');
  while (work.step());
  expect(volume.isFilled).toBe(true);
});
