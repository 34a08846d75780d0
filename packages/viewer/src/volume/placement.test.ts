import { expect, test } from 'vitest';
import type { Vec3 } from '../geometry/vectors.ts';
import { ProgressiveVolume } from './progressive-volume.ts';
import { readPackedFrames } from './frames.ts';
import { fromPatient, placementOf, toPatient } from './placement.ts';

/** Stacked from the front to the back, rows to the feet, columns to the patient's left, as some machines do. */
const coronal = {
  size: [3, 4, 2] as Vec3,
  spacingMm: [1, 2, 3] as Vec3,
  originMm: [10, 20, 30] as Vec3,
  directions: [
    [1, 0, 0],
    [0, 0, -1],
    [0, 1, 0],
  ] as const,
};

test('a series stacked any way is turned so that its axes run to the left, the back and the head', () => {
  const placement = placementOf(coronal);
  expect(placement.size).toEqual([3, 2, 4]);
  expect(placement.spacingMm).toEqual([1, 3, 2]);
  expect(placement.originMm).toEqual([10, 20, 24]);
  const point: Vec3 = [2, 3, 4];
  expect(toPatient(placement, point)).toEqual([12, 23, 28]);
  expect(fromPatient(placement, toPatient(placement, point))).toEqual(point);
});

test('its voxels lie where the patient has them', () => {
  const placement = placementOf(coronal);
  const volume = new ProgressiveVolume(placement);
  // each voxel tells column, row and slice of the series
  for (const slice of [0, 1])
    volume.put(
      slice,
      Int16Array.from({ length: 12 }, (_, at) => 100 * (at % 3) + 10 * Math.floor(at / 3) + slice),
    );
  const axial = volume.response('slice', { axis: 2, index: 3, slices: 1, blend: 'mean' });
  // the uppermost slice is the series' first row
  expect([...('values' in axial ? axial.values : [])]).toEqual([0, 100, 200, 1, 101, 201]);
  expect(volume.arrived).toBe(2);
});

test('until a slice has come, the coarse volume stands in for it, in its position', () => {
  const straight = placementOf({
    size: [8, 8, 8],
    spacingMm: [1, 1, 1],
    originMm: [0, 0, 0],
    directions: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  });
  const volume = new ProgressiveVolume(straight);
  const values = Int16Array.from({ length: 64 }, (_, at) => 10 * Math.floor(at / 16));
  volume.preview({ volume: { size: [4, 4, 4], spacingMm: [2, 2, 2], values }, offsetMm: [0.5, 0.5, 0.5] });
  const middle = () => {
    const cut = volume.response('slice', { axis: 1, index: 4, slices: 1, blend: 'mean' });
    return 'values' in cut ? { width: cut.width, first: cut.values[0] } : undefined;
  };
  expect(middle()).toEqual({ width: 4, first: 30 });
  volume.put(7, new Int16Array(64).fill(77));
  while (volume.enlargeNext());
  expect(middle()).toEqual({ width: 8, first: 77 });
  expect(volume.arrived).toBe(1);
});

test('frames are told apart however the connection cuts them, and half a frame is a failure', async () => {
  const bytes = new Uint8Array(8 + 3 + 8 + 2);
  const label = new DataView(bytes.buffer);
  label.setUint32(0, 5, true);
  label.setUint32(4, 3, true);
  bytes.set([1, 2, 3], 8);
  label.setUint32(11, 6, true);
  label.setUint32(15, 2, true);
  bytes.set([4, 5], 19);
  const inPieces = (whole: Uint8Array, size: number) =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < whole.length; at += size) controller.enqueue(whole.slice(at, at + size));
        controller.close();
      },
    });
  for (const size of [1, 4, 10, 21]) {
    const frames = [];
    for await (const frame of readPackedFrames(inPieces(bytes, size)))
      frames.push([frame.position, [...frame.bytes]]);
    expect(frames).toEqual([
      [5, [1, 2, 3]],
      [6, [4, 5]],
    ]);
  }
  const broken = async () => {
    for await (const frame of readPackedFrames(inPieces(bytes.slice(0, 15), 4))) void frame;
  };
  await expect(broken()).rejects.toThrow('within a frame');
});
