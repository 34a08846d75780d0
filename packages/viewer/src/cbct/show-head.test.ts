import { expect, test } from 'vitest';
import { INITIAL_VIEWPORT, projectionOf, toScreen } from '../geometry/viewport.ts';
import { sliceSurface } from '../geometry/surface.ts';
import type { Placement } from '../volume/placement.ts';
import { AXIS_OF, type Plane } from './layers.ts';
import { viewportOf } from './show-head.ts';

const placement = { size: [500, 500, 200], spacingMm: [1, 1, 1] } as unknown as Placement;
const head = { low: [160, 60, 20], high: [320, 260, 190] } as const;

test.each<Plane>(['axial', 'coronal', 'sagittal'])(
  'the head is whole and larger on the %s slice',
  (plane) => {
    const surface = sliceSurface(placement, AXIS_OF[plane], 0);
    const cornersWith = (viewport: typeof INITIAL_VIEWPORT) => {
      const { matrix } = projectionOf(viewport, { pane: [400, 300], picture: surface.sizeMm });
      return [head.low, head.high].map((point) => toScreen(matrix, surface.toPosition(point).position));
    };
    const before = cornersWith(INITIAL_VIEWPORT);
    const after = cornersWith(viewportOf(placement, plane, head));
    for (const [x, y] of after) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(400);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(300);
    }
    const across = ([one, other]: typeof before) => Math.abs(other![0] - one![0]);
    expect(across(after) / across(before)).toBeGreaterThanOrEqual(plane === 'axial' ? 2 : 1);
  },
);

test('a head that fills the picture is shown as any other volume', () => {
  expect(viewportOf(placement, 'axial', { low: [5, 5, 0], high: [495, 480, 190] })).toBe(INITIAL_VIEWPORT);
});
