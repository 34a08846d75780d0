import { type Rigid, rotated, transformed } from '@snimok/imaging/registration/rigid';
import type { SheetCut } from '@snimok/imaging/volume/sheet';
import type { Axis } from '@snimok/imaging/volume/slice';
import { type Frame, layerAt } from '../geometry/frame.ts';
import type { Grid } from '../geometry/surface.ts';
import { clamp, type Vec3 } from '../geometry/vectors.ts';

/** A cut of the earlier volume as a cut of the later one, at the same place of the patient. */
export const transformedCut = (cut: SheetCut, transform: Rigid): SheetCut => ({
  ...cut,
  columns: cut.columns.map(({ originMm, normal }) => ({
    originMm: transformed(transform, originMm),
    normal: rotated(transform, normal),
  })),
  up: rotated(transform, cut.up),
});

/** The layer of the crosshair; the last one if it is beyond the volume. */
export const layerOf = (frame: Frame, cursor: Vec3, axis: Axis): number =>
  clamp(layerAt(frame, cursor, axis), 0, frame.count[axis] - 1);

/** Which pixels of a cut are inside a volume, row by row from the top: 1 or 0. */
export function coverageOf({ columns, up, heightMm, pixelMm }: SheetCut, grid: Grid): Uint8Array {
  const { size, spacingMm } = grid;
  const height = Math.max(1, Math.round((heightMm[1] - heightMm[0]) / pixelMm));
  const covered = new Uint8Array(columns.length * height);
  for (let row = 0, pixel = 0; row < height; row += 1) {
    const above = heightMm[1] - (row + 0.5) * pixelMm;
    for (const { originMm } of columns) {
      const isInside = [0, 1, 2].every((axis) => {
        const voxel = (originMm[axis]! + up[axis]! * above) / spacingMm[axis]!;
        return voxel >= -0.5 && voxel <= size[axis]! - 0.5;
      });
      covered[pixel] = isInside ? 1 : 0;
      pixel += 1;
    }
  }
  return covered;
}
