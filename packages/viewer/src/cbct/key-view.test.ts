import { expect, test } from 'vitest';
import { AnnotationsStore } from '../annotations/annotations-store.ts';
import { GRID_AXES } from '../geometry/frame.ts';
import type { Vec3 } from '../geometry/vectors.ts';
import { newSceneStore } from '../scene/scene-state.ts';
import { Store } from '../store.ts';
import type { ViewerSession } from '../viewer-session.ts';
import { placementOf } from '../volume/placement.ts';
import { volumeViewKeeper } from './key-view.ts';
import { followLevelling, resetLevelling, rotateLevelling, shownAxes } from './levelling.ts';
import { type CbctState, initialViewports } from './state.ts';
import type { Workspace } from './workspace.ts';

const placement = placementOf({
  size: [100, 100, 80],
  spacingMm: [0.5, 0.5, 0.5],
  originMm: [-25, -25, 0],
  directions: GRID_AXES,
});

function opened() {
  const annotations = new AnnotationsStore({} as ViewerSession, { mark: false, seeMarks: false });
  const state = new Store({
    ...{
      cursor: [10, 12, 14],
      layout: 'four',
      single: 'axial',
      fourth: 'panorama',
      slabMm: 0,
      blend: 'mean',
    },
    ...{ displayWindow: { center: 700, width: 3000, inverted: false }, viewports: initialViewports() },
  } as unknown as CbctState);
  const series = { series: 0 };
  const workspace = {
    ...{ annotations, state, series, volumeClient: { placement }, scene: newSceneStore() },
  } as unknown as Workspace;
  followLevelling(workspace);
  return { workspace, annotations, state, keeper: volumeViewKeeper(workspace) };
}

const expectAxes = (state: Store<CbctState>, wanted: readonly Vec3[]) =>
  shownAxes(state.get()).forEach((axis, at) =>
    axis.forEach((value, along) => expect(value).toBeCloseTo(wanted[at]![along]!, 5)),
  );

test('a key image shows the same planes after the volume was levelled in another way, and undo leads back', () => {
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

test('a key image of a volume that was not levelled is shown so, and the levelling of a key image can be reset', () => {
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

test('a key image of an earlier version of the viewer is shown in the present levelling', () => {
  const { workspace, state, keeper } = opened();
  const view = keeper.read();
  if (view.kind !== 'volume') throw new Error('a volume is open');
  rotateLevelling(workspace, 0, 20);
  const present = shownAxes(state.get());
  const { axes: _axes, ...earlier } = view;
  keeper.show(earlier);
  expectAxes(state, present);
});
