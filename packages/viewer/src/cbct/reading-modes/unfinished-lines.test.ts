import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AnnotationsStore } from '../../annotations/annotations-store.ts';
import { GRID_AXES } from '../../geometry/frame.ts';
import { Store } from '../../state/store.ts';
import type { ViewerSession } from '../../study/viewer-session.ts';
import { placementOf } from '../../volume/voxels/placement.ts';
import { closeLevelling, selectTool } from '../workspace/commands.ts';
import { cancelInMode, closeMode } from './commands.ts';
import { initialModes, type ModesState } from '../workspace/reading-modes-state.ts';
import type { CbctState } from '../workspace/state.ts';
import type { Workspace } from '../workspace/workspace.ts';

beforeEach(() => void vi.stubGlobal('matchMedia', () => ({ matches: false })));
afterEach(() => void vi.unstubAllGlobals());

const POINTS = [
  [10, 10, 10],
  [20, 12, 10],
] as const;

function opened(modes: Partial<ModesState>, state: Partial<CbctState>) {
  const workspace = {
    annotations: new AnnotationsStore({} as ViewerSession, { mark: false, seeMarks: false }),
    state: new Store({ tool: 'crosshair', layout: 'reslice', ...state } as CbctState),
    modes: new Store<ModesState>({ ...initialModes(), ...modes }),
    series: { series: 0 },
    volumeClient: {
      placement: placementOf({
        size: [100, 100, 80],
        spacingMm: [0.5, 0.5, 0.5],
        originMm: [0, 0, 0],
        directions: GRID_AXES,
      }),
    },
  } as unknown as Workspace;
  return workspace;
}
const line = (count: number) => ({
  isDrawing: true,
  draft: { points: POINTS.slice(0, count), across: [0, 0, 1] as const, isCurved: true },
});

test('Escape drops the points of a line, and undo brings them back', () => {
  const workspace = opened(line(2), {});
  cancelInMode(workspace);
  expect(workspace.modes.get()).toMatchObject({ isDrawing: true, draft: undefined });
  workspace.annotations.undo();
  expect(workspace.modes.get().draft?.points).toEqual(POINTS);
});

test('leaving the mode finishes a line of two points, and drops a single point, which undo restores', () => {
  const long = opened(line(2), {});
  closeMode(long);
  expect(long.annotations.get().plan.readings?.[0]?.line?.points).toHaveLength(2);

  const short = opened(line(1), {});
  closeMode(short);
  expect(short.state.get().layout).not.toBe('reslice');
  short.annotations.undo();
  expect(short.modes.get()).toMatchObject({ isDrawing: true, draft: { points: [POINTS[0]] } });
  expect(short.state.get().layout).toBe('reslice');
});

test('undo restores the first condyle, and the points of a levelling', () => {
  const joints = opened({ pickedCondyles: [POINTS[0]] }, { layout: 'joints' });
  cancelInMode(joints);
  expect(joints.modes.get().pickedCondyles).toEqual([]);
  joints.annotations.undo();
  expect(joints.modes.get().pickedCondyles).toEqual([POINTS[0]]);

  const levelling = { by: 'occlusal' as const, points: [...POINTS], isPicking: true, failed: false };
  const levelled = opened({}, { layout: 'four', levelling });
  closeLevelling(levelled);
  expect(levelled.state.get().levelling).toBeUndefined();
  levelled.annotations.undo();
  expect(levelled.state.get().levelling).toEqual(levelling);
});

test('a tool that draws ends the levelling, and undo restores the levelling', () => {
  const levelling = { by: 'occlusal' as const, points: [...POINTS], isPicking: true, failed: false };
  const levelled = opened({}, { layout: 'four', levelling });
  selectTool(levelled, 'zoom');
  expect(levelled.state.get().levelling).toEqual(levelling);
  selectTool(levelled, 'canal');
  expect(levelled.state.get().levelling).toBeUndefined();
  levelled.annotations.undo();
  expect(levelled.state.get().levelling).toEqual(levelling);
});

test('the first Escape ends the measuring of an airway, and only the next one may close the viewer', () => {
  const region = {
    kind: 'airway' as const,
    isPicking: false,
    isMeasuring: false,
    problem: undefined,
    result: undefined,
    mask: undefined,
  };
  const workspace = opened({ region }, { layout: 'four' });
  expect(cancelInMode(workspace)).toBe(true);
  expect(workspace.modes.get().region).toBeUndefined();
  expect(cancelInMode(workspace)).toBe(false);
});

test('while a levelling is open, Escape does not remove a region that was measured earlier', () => {
  const region = {
    kind: 'region' as const,
    isPicking: false,
    isMeasuring: false,
    problem: undefined,
    result: undefined,
    mask: undefined,
  };
  const levelling = { by: 'occlusal' as const, points: [], isPicking: true, failed: false };
  const workspace = opened({ region }, { layout: 'four', levelling });
  expect(cancelInMode(workspace)).toBe(false);
  expect(workspace.modes.get().region).toBe(region);
});
