import { expect, test } from 'vitest';
import { INITIAL_VIEWPORT, projectionOf, toScreen } from '../../geometry/viewport.ts';
import { sliceSurface } from '../../geometry/surface.ts';
import { Store } from '../../state/store.ts';
import type { Placement } from '../../volume/voxels/placement.ts';
import { AXIS_OF, type Plane } from './layers.ts';
import { resetDisplay } from './commands.ts';
import { showBox, viewportOf } from './show-head.ts';
import { type CbctState, initialViewports } from './state.ts';
import type { Workspace } from './workspace.ts';

const placement = { size: [500, 500, 200], spacingMm: [1, 1, 1] } as unknown as Placement;
const head = { low: [160, 60, 20], high: [320, 260, 190] } as const;

test.each<Plane>(['axial', 'coronal', 'sagittal'])(
  'the %s slice shows the whole head, at least as large as in the initial view',
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

test('«Сбросить вид» shows the head as when the CT was opened, without the table', () => {
  const state = new Store({ viewports: initialViewports(), slabMm: 0 } as unknown as CbctState);
  const history = { remember: () => undefined };
  const workspace = { state, series: { window: {} }, annotations: { history } } as unknown as Workspace;
  showBox(state, placement, { low: [...head.low], high: [...head.high] });
  const opened = state.get().viewports;
  expect(opened.axial.zoom).toBeGreaterThan(2);
  state.set({ viewports: { ...opened, axial: { ...opened.axial, zoom: 7 } } });
  resetDisplay(workspace);
  expect(state.get().viewports).toEqual(opened);
});

test('a slice that the user has zoomed keeps its place when the head is found', () => {
  const zoomed = { ...INITIAL_VIEWPORT, zoom: 3 };
  const state = new Store({
    viewports: { ...initialViewports(), axial: zoomed },
  } as unknown as CbctState);
  showBox(state, placement, { low: [...head.low], high: [...head.high] });
  expect(state.get().viewports.axial).toBe(zoomed);
  expect(state.get().viewports.coronal).toEqual(viewportOf(placement, 'coronal', head));
});
