import { cutSlice } from '@snimok/imaging/volume/slice';
import { expect, test } from 'vitest';
import { placementOf } from '../../volume/voxels/placement.ts';
import { writeReorientedSlice } from '../../volume/voxels/reorient.ts';
import { orientedPlanes } from './poster.ts';

const SIZE = [3, 4, 5] as const;
const AT = [1, 2, 3] as const;
/** A different value for each voxel of a series. */
const valueAt = (column: number, row: number, slice: number) => column + 10 * row + 100 * slice;

const plane = (width: number, height: number, valueOf: (x: number, y: number) => number) => ({
  width,
  height,
  values: Uint16Array.from({ length: width * height }, (_, at) =>
    valueOf(at % width, Math.floor(at / width)),
  ),
});

test.each([
  ['axial slices, upwards', [1, 0, 0], [0, 1, 0], [0, 0, 1]],
  ['axial slices, downwards', [1, 0, 0], [0, 1, 0], [0, 0, -1]],
  ['a patient who lies on the face', [-1, 0, 0], [0, -1, 0], [0, 0, 1]],
  ['coronal slices', [1, 0, 0], [0, 0, -1], [0, 1, 0]],
  ['sagittal slices', [0, 1, 0], [0, 0, -1], [1, 0, 0]],
] as const)('the planes of a poster are the slices of the volume: %s', (_, row, column, normal) => {
  const directions = [row, column, normal] as const;
  const placement = placementOf({ size: SIZE, spacingMm: [1, 1, 1], originMm: [0, 0, 0], directions });
  const { size, spacingMm, axes } = placement;
  const values = new Uint16Array(SIZE[0] * SIZE[1] * SIZE[2]);
  for (let slice = 0; slice < SIZE[2]; slice += 1)
    writeReorientedSlice(
      values,
      size,
      axes,
      slice,
      plane(SIZE[0], SIZE[1], (x, y) => valueAt(x, y, slice)).values,
    );
  const planes = orientedPlanes(
    [
      plane(SIZE[1], SIZE[2], (x, y) => valueAt(AT[0], x, y)),
      plane(SIZE[0], SIZE[2], (x, y) => valueAt(x, AT[1], y)),
      plane(SIZE[0], SIZE[1], (x, y) => valueAt(x, y, AT[2])),
    ],
    axes,
  );
  axes.forEach(({ to, reversed }, axis) => {
    const index = reversed ? SIZE[axis]! - 1 - AT[axis]! : AT[axis]!;
    const slice = cutSlice({ size, spacingMm, values }, { axis: to, index, slices: 1, blend: 'mean' });
    expect(planes[to]).toEqual(slice);
  });
});
