import { expect, test, vi } from 'vitest';
import { AnnotationsStore } from '../../annotations/annotations-store.ts';
import { GRID_AXES } from '../../geometry/frame.ts';
import type { Vec3 } from '../../geometry/vectors.ts';
import { newSceneStore } from '../../scene/scene-state.ts';
import { Store } from '../../state/store.ts';
import type { ViewerSession } from '../../study/viewer-session.ts';
import { placementOf } from '../../volume/voxels/placement.ts';
import { volumeViewKeeper } from './key-view.ts';
import { followLevelling, resetLevelling, rotateLevelling, shownAxes } from '../levelling/levelling.ts';
import { type CbctState, initialViewports } from '../workspace/state.ts';
import type { Workspace } from '../workspace/workspace.ts';

const placement = placementOf({
  size: [100, 100, 80],
  spacingMm: [0.5, 0.5, 0.5],
  originMm: [-25, -25, 0],
  directions: GRID_AXES,
});

const UNREAD = { mark: false, seeMarks: false };

function opened(session = {} as ViewerSession, can = UNREAD) {
  const annotations = new AnnotationsStore(session, can);
  const state = new Store({
    cursor: [10, 12, 14],
    layout: 'four',
    single: 'axial',
    fourth: 'panorama',
    slabMm: 0,
    blend: 'mean',
    displayWindow: { center: 700, width: 3000, inverted: false },
    viewports: initialViewports(),
  } as unknown as CbctState);
  const series = { series: 0 };
  const workspace = {
    annotations,
    state,
    series,
    volumeClient: { placement },
    scene: newSceneStore(),
  } as unknown as Workspace;
  followLevelling(workspace);
  return { workspace, annotations, state, keeper: volumeViewKeeper(workspace) };
}

const expectAxes = (state: Store<CbctState>, wanted: readonly Vec3[]) =>
  shownAxes(state.get()).forEach((axis, at) =>
    axis.forEach((value, along) => expect(value).toBeCloseTo(wanted[at]![along]!, 5)),
  );

test('a key image shows the same planes after another levelling, and undo restores the previous planes', () => {
  const { workspace, annotations, state, keeper } = opened();
  rotateLevelling(workspace, 0, 20);
  const marked = shownAxes(state.get());
  const view = keeper.read();
  rotateLevelling(workspace, 2, 15);
  const { plan } = annotations.get();
  const later = shownAxes(state.get());
  keeper.show(view);
  expectAxes(state, marked);
  state.get().cursor.forEach((mm, axis) => expect(Math.abs(mm - [10, 12, 14][axis]!)).toBeLessThan(0.5));
  expect(annotations.get().plan).toBe(plan);
  annotations.undo();
  expectAxes(state, later);
});

test('a key image of an unlevelled volume is shown unlevelled, and the levelling of a key image can be reset', () => {
  const { workspace, state, keeper } = opened();
  const view = keeper.read();
  rotateLevelling(workspace, 0, 20);
  const tilted = keeper.read();
  keeper.show(view);
  expect(state.get().frame).toBeUndefined();
  resetLevelling(workspace);
  keeper.show(tilted);
  expect(state.get().frame).toBeDefined();
  resetLevelling(workspace);
  expect(state.get().frame).toBeUndefined();
});

test('a key image from an older version of the viewer is shown in the present levelling', () => {
  const { workspace, state, keeper } = opened();
  const view = keeper.read();
  if (view.kind !== 'volume') throw new Error('a volume is open');
  rotateLevelling(workspace, 0, 20);
  const present = shownAxes(state.get());
  const { axes: _axes, ...earlier } = view;
  keeper.show(earlier);
  expectAxes(state, present);
});

/** A session whose annotations arrive when the test calls `answer`. */
function openedEarly() {
  const reading = Promise.withResolvers<unknown>();
  const session = { annotations: () => reading.promise } as unknown as ViewerSession;
  const { plan } = levelledBy(2, 15).annotations.get();
  const answer = async () => {
    reading.resolve({ revision: 1, authors: [{ own: true, authorName: 'Врач', marks: [], plan }] });
    await vi.waitFor(() => expect(early.annotations.get().isRead).toBe(true));
  };
  const early = opened(session, { mark: false, seeMarks: true });
  return { ...early, answer, fail: () => reading.reject(new Error('no connection')) };
}

function levelledBy(about: 0 | 1 | 2, degrees: number) {
  const levelled = opened();
  rotateLevelling(levelled.workspace, about, degrees);
  return levelled;
}

test.each([
  ['of another levelling', levelledBy(0, 20)],
  ['of a volume that was not levelled', opened()],
])(
  'a key image %s keeps its planes when the plan is read later, and undo leads to those of the plan',
  async (_which, saved) => {
    const marked = shownAxes(saved.state.get());
    const { annotations, state, keeper, answer } = openedEarly();
    keeper.show(saved.keeper.read());
    expectAxes(state, marked);
    await answer();
    expectAxes(state, marked);
    annotations.undo();
    expectAxes(state, shownAxes(levelledBy(2, 15).state.get()));
  },
);

test('planes that are changed after opening a key image are kept when the plan is read', async () => {
  const { workspace, state, keeper, answer } = openedEarly();
  keeper.show(levelledBy(0, 20).keeper.read());
  rotateLevelling(workspace, 1, 5);
  const set = shownAxes(state.get());
  await answer();
  expectAxes(state, set);
});

test('if the plan cannot be read, the planes of the key image stay until undo', async () => {
  const saved = levelledBy(0, 20);
  const { annotations, state, keeper, fail } = openedEarly();
  keeper.show(saved.keeper.read());
  fail();
  await vi.waitFor(() => expect(annotations.get().isRead).toBe(true));
  expectAxes(state, shownAxes(saved.state.get()));
  annotations.undo();
  expect(state.get().frame).toBeUndefined();
});
