import type { Axis } from '@snimok/imaging/volume/slice';
import { clamp, type Vec2, type Vec3 } from '../../geometry/vectors.ts';
import type { PaneImage } from '../../pane/pane-image.ts';
import { Store } from '../../state/store.ts';
import type { Study, VolumeSeries } from '../../study/study.ts';
import { fromPatient, type Placement } from '../../volume/voxels/placement.ts';
import type { CbctState } from './state.ts';

export type Poster = NonNullable<Study['poster']>;

/** Greys of 8 bits. */
interface Plane {
  width: number;
  height: number;
  values: Uint16Array;
}

/** How many voxels a poster's point may be from the crosshair that the viewer begins with. */
const TOLERANCE = 1.5;

export interface PosterState {
  /** the voxel of the planes, in the volume's millimetres; undefined if there is no poster for this volume */
  at?: Vec3;
  /** across the volume's axes, oriented as `cutSlice` returns them; undefined until they are decoded */
  planes?: readonly [Plane, Plane, Plane];
}

/**
 * Decodes the poster and moves the crosshair to the point of the poster, usually by a voxel: the crosshair was computed
 * from the arch. The distance is greater if the arch was corrected after the poster was made; then no poster is used.
 */
export function openPoster(
  poster: Poster | null | undefined,
  series: VolumeSeries,
  placement: Placement,
  state: Store<CbctState>,
): Store<PosterState> {
  const store = new Store<PosterState>({});
  const at = poster?.series === series.series ? voxelOf(poster, placement) : undefined;
  const { cursor } = state.get();
  const { spacingMm } = placement;
  if (!poster || !at?.every((mm, axis) => Math.abs(mm - cursor[axis]!) <= TOLERANCE * spacingMm[axis]!))
    return store;
  store.set({ at });
  state.set({ cursor: at });
  readPoster(poster, placement).then(
    (planes) => store.set({ planes }),
    // the panes wait for the voxels
    () => undefined,
  );
  return store;
}

/** The nearest voxel to the poster's point; the volume may be of half the size. */
export function voxelOf({ pointMm }: Poster, placement: Placement): Vec3 {
  const [x, y, z] = fromPatient(placement, pointMm).map((mm, axis) => {
    const step = placement.spacingMm[axis]!;
    return clamp(Math.round(mm / step), 0, placement.size[axis]! - 1) * step;
  });
  return [x!, y!, z!];
}

/** The planes of a poster across the axes of the volume, oriented as `cutSlice` returns them. */
export async function readPoster(
  poster: Poster,
  placement: Placement,
): Promise<readonly [Plane, Plane, Plane]> {
  const bytes = Uint8Array.from(atob(poster.picture), (letter) => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/webp' }));
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  context.drawImage(picture, 0, 0);
  picture.close();
  let top = 0;
  const planes = poster.planes.map(({ columns, rows }): Plane => {
    const { data } = context.getImageData(0, top, columns, rows);
    top += rows;
    return {
      width: columns,
      height: rows,
      values: Uint16Array.from({ length: columns * rows }, (_, at) => data[at * 4]!),
    };
  });
  return orientedPlanes(planes, placement.axes);
}

/** Converts planes across the axes of the series to planes across the axes of the volume. @internal */
export function orientedPlanes(
  planes: readonly Plane[],
  axes: Placement['axes'],
): readonly [Plane, Plane, Plane] {
  const across = (axis: Axis): Plane => {
    const of = axes.findIndex(({ to }) => to === axis);
    const [columnAxis, rowAxis] = [0, 1, 2].filter((one) => one !== of) as [number, number];
    const plane = planes[of]!;
    const isTransposed = axes[columnAxis]!.to > axes[rowAxis]!.to;
    const [right, down] = isTransposed ? [rowAxis, columnAxis] : [columnAxis, rowAxis];
    const isFlipped = axes[right]!.reversed;
    // in coronal and sagittal slices the head is up, which is where the last row of the volume is
    const isUpsideDown = axes[down]!.reversed !== (axis !== 2);
    const [width, height] = isTransposed ? [plane.height, plane.width] : [plane.width, plane.height];
    const values = new Uint16Array(width * height);
    for (let row = 0, at = 0; row < height; row += 1)
      for (let column = 0; column < width; column += 1, at += 1) {
        const x = isFlipped ? width - 1 - column : column;
        const y = isUpsideDown ? height - 1 - row : row;
        values[at] = plane.values[isTransposed ? x * plane.width + y : y * plane.width + x]!;
      }
    return { width, height, values };
  };
  return [across(0), across(1), across(2)];
}

/** A plane as the picture of a pane; its greys are those of the series' window. */
export const posterImage = (
  { width, height, values }: Plane,
  { center, width: windowWidth }: VolumeSeries['window'],
  sizeMm: Vec2,
): PaneImage => ({
  width,
  height,
  values,
  scale: { slope: windowWidth / 255, intercept: center - windowWidth / 2 },
  pixelSize: [sizeMm[0] / width, sizeMm[1] / height],
});
