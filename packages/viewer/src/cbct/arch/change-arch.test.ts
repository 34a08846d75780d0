import { expect, test } from 'vitest';
import { History } from '../../state/history.ts';
import type { Surface } from '../../geometry/surface.ts';
import { Store } from '../../state/store.ts';
import { startArchDrag } from './arch-lines.tsx';
import { averageArch, type CbctState } from '../workspace/state.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** An axial slice at height 0. */
const surface: Surface = {
  sizeMm: [100, 100],
  toPoint: ([u, v]) => [u, v, 0],
  toPosition: ([x, y, z]) => ({ position: [x, y], offset: z }),
  normalAt: () => [0, 0, 1],
  isFlat: true,
};
const PX_PER_MM = 5;
const projection = {
  matrix: [PX_PER_MM, 0, 0, PX_PER_MM, 0, 0],
  pxPerUnit: PX_PER_MM,
  pane: [500, 500],
} as const;

const opened = () => {
  const state = new Store({
    editing: true,
    dragging: false,
    jaw: 'both',
    arch: averageArch([50, 20, 0]),
  } as CbctState);
  const history = new History();
  const workspace = { state, annotations: { history } } as unknown as Workspace;
  const pointer = (x: number, y: number, travelPx = 0) => ({
    position: [x, y] as const,
    px: [x * PX_PER_MM, y * PX_PER_MM] as const,
    byPx: [0, 0] as const,
    travelPx,
    coarse: false,
  });
  const press = (x: number, y: number) => startArchDrag(workspace, surface, pointer(x, y), projection);
  return { state, history, press, pointer };
};
/** On the line between two points, far from both. */
const ON_LINE = [76, 44] as const;

test('a drag of the line moves the whole arch, and undo moves it back', () => {
  const { state, history, press, pointer } = opened();
  const before = state.get().arch.points;
  const drag = press(...ON_LINE)!;
  drag.move!(pointer(79, 51, 8));
  drag.move!(pointer(82, 48, 11));
  drag.end!(pointer(82, 48, 11), false);
  expect(state.get().arch.points).toEqual(
    before.map(([x, y]) => [expect.closeTo(x + 6), expect.closeTo(y + 4)]),
  );
  expect(state.get()).toMatchObject({ dragging: false, arch: { changed: true } });
  history.undo();
  expect(state.get().arch).toMatchObject({ points: before, changed: false });
});

test('a click on the line adds a point, dragging a point moves only that point, and other clicks do nothing', () => {
  const { state, press, pointer } = opened();
  const { points } = state.get().arch;
  press(...ON_LINE)!.end!(pointer(...ON_LINE, 1), false);
  expect(state.get().arch.points).toHaveLength(points.length + 1);
  expect(state.get().arch.points).toContainEqual(ON_LINE);

  const [[x, y], ...others] = state.get().arch.points as [[number, number], ...[number, number][]];
  const drag = press(x, y)!;
  drag.move!(pointer(x - 5, y + 8, 10));
  drag.end!(pointer(x - 5, y + 8, 10), false);
  expect(state.get().arch.points).toEqual([[x - 5, y + 8], ...others]);
  expect(press(50, 60)).toBeUndefined();
});

test('a second finger during a drag restores the arch', () => {
  const { state, press, pointer } = opened();
  const { arch } = state.get();
  const drag = press(...ON_LINE)!;
  drag.move!(pointer(60, 60, 30));
  drag.end!(pointer(60, 60, 30), true);
  expect(state.get()).toMatchObject({ arch, dragging: false });
});
