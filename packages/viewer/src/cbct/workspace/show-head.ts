import { extentOf, sliceSurface } from '../../geometry/surface.ts';
import { INITIAL_VIEWPORT, type Viewport } from '../../geometry/viewport.ts';
import { isHounsfieldLike } from '../../rendering/value-range.ts';
import { type Box, HEAD_COPY, headBox, LEAST_OF_HEAD } from '../../volume/voxels/head-box.ts';
import type { Placement } from '../../volume/voxels/placement.ts';
import { AXIS_OF, type Plane } from './layers.ts';
import type { Workspace } from './workspace.ts';

/** Dental devices image less; a CT scanner with this field of view shows its table, too. */
const WITH_A_TABLE_MM = 300;
const MARGIN_MM = 10;
/** A smaller difference is not worth a movement of the picture. */
const LEAST_ZOOM = 1.15;

/** Once the first voxels of a CT have arrived, its slices show the head and not the table. */
export function showHead(workspace: Workspace): () => void {
  const { volumeClient, series, state } = workspace;
  const [width, depth] = extentOf(volumeClient.placement);
  if (Math.max(width, depth) < WITH_A_TABLE_MM || !isHounsfieldLike(series.window)) return () => undefined;
  const stop = volumeClient.subscribe(() => {
    if (volumeClient.version === 0) return;
    stop();
    volumeClient.request('head', 'bytes', HEAD_COPY, (block) => {
      const box = headBox(block, LEAST_OF_HEAD);
      if (box) showBox(state, volumeClient.placement, box);
    });
  });
  return stop;
}

/**
 * Shows the box in the slices that the user has not zoomed or moved, and in all when she resets the view.
 * @internal
 */
export function showBox(state: Workspace['state'], placement: Placement, box: Box): void {
  const planes = Object.keys(AXIS_OF) as Plane[];
  const ofHead = Object.fromEntries(planes.map((plane) => [plane, viewportOf(placement, plane, box)]));
  state.set(({ viewports }) => {
    const unchanged = planes.filter((plane) => viewports[plane] === INITIAL_VIEWPORT);
    const shown = Object.fromEntries(unchanged.map((plane) => [plane, ofHead[plane]!]));
    return { headViewports: ofHead, viewports: { ...viewports, ...shown } };
  });
}

/**
 * Shows the box in a pane of any shape.
 * @internal
 */
export function viewportOf(placement: Placement, plane: Plane, { low, high }: Box): Viewport {
  const surface = sliceSurface(placement, AXIS_OF[plane], 0);
  const one = surface.toPosition(low).position;
  const other = surface.toPosition(high).position;
  const sides = [0, 1].map((along) => {
    const size = surface.sizeMm[along]!;
    const from = one[along]!;
    const to = other[along]!;
    return { size, centre: (from + to) / 2, length: Math.abs(to - from) + 2 * MARGIN_MM };
  });
  const zoom = Math.min(...sides.map(({ size, length }) => size / length));
  if (zoom < LEAST_ZOOM) return INITIAL_VIEWPORT;
  const pan = sides.map(({ size, centre }) => size / 2 - centre);
  return { ...INITIAL_VIEWPORT, zoom, pan: [pan[0]!, pan[1]!] };
}
