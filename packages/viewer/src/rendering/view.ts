import { extentOf, type Grid } from '../geometry/surface.ts';
import { dot, moved, scale, subtract } from '../geometry/rod.ts';
import type { Vec2, Vec3 } from '../geometry/vectors.ts';
import type { Camera } from './camera.ts';

/** A parallel projection of the volume; lengths and points are in the volume's millimetres. */
export interface View {
  /** in the volume's axes */
  camera: Camera;
  /** the point about which the view rotates */
  middle: Vec3;
  mmPerPx: number;
  /** of the middle from the centre of the pane: to the right and up */
  panMm: Vec2;
  /** width and height of the pane in CSS pixels */
  pane: Vec2;
}

/** A straight line: the points `at + distance * along`; `along` is a unit vector. */
export interface Ray {
  at: Vec3;
  along: Vec3;
}

/** Around the longest side, so that the corners of a rotated volume stay in the pane. */
const MARGIN = 1.15;

export function viewOf(
  grid: Grid,
  { camera, zoom, panMm }: { camera: Camera; zoom: number; panMm: Vec2 },
  pane: Vec2,
): View {
  const { size, spacingMm } = grid;
  const at = (axis: 0 | 1 | 2) => ((size[axis] - 1) * spacingMm[axis]) / 2;
  const longestMm = Math.max(...extentOf(grid));
  return {
    camera,
    middle: [at(0), at(1), at(2)],
    mmPerPx: (longestMm * MARGIN) / (Math.max(1, Math.min(...pane)) * zoom),
    panMm,
    pane,
  };
}

/** How far before and behind its middle a view shows anything. */
export const reachOf = (grid: Grid): number => Math.hypot(...extentOf(grid));

/** Where a point is in the pane, and how far towards the viewer from the middle. */
export function toPane(view: View, point: Vec3): { px: Vec2; towardsMm: number } {
  const { camera, middle, mmPerPx, panMm, pane } = view;
  const from = subtract(point, middle);
  const x = dot(from, camera[0]) + panMm[0];
  const y = dot(from, camera[1]) + panMm[1];
  return {
    px: [pane[0] / 2 + x / mmPerPx, pane[1] / 2 - y / mmPerPx],
    towardsMm: dot(from, camera[2]),
  };
}

/** The line of sight through a place of the pane, away from the viewer; it begins `reachMm` before the middle. */
export function rayThrough(view: View, [px, py]: Vec2, reachMm: number): Ray {
  const { camera, middle, mmPerPx, panMm, pane } = view;
  const x = (px - pane[0] / 2) * mmPerPx - panMm[0];
  const y = (pane[1] / 2 - py) * mmPerPx - panMm[1];
  const onPlane = moved(moved(middle, camera[0], x), camera[1], y);
  return { at: moved(onPlane, camera[2], reachMm), along: scale(camera[2], -1) };
}

/** A movement of the pointer as a movement in the plane of the view. */
export const shiftInView = ({ camera, mmPerPx }: View, [dx, dy]: Vec2): Vec3 =>
  moved(scale(camera[0], dx * mmPerPx), camera[1], -dy * mmPerPx);
