import { expect, test } from 'vitest';
import { AnnotationsStore } from '../../annotations/annotations-store.ts';
import { analysisOf } from '../../cephalometry/analyses/all.ts';
import { analyse } from '../../cephalometry/measurements.ts';
import { confirmedText } from '../../cephalometry/proposal.ts';
import { placesOf } from '../../cephalometry/tracings.ts';
import type { Vec2 } from '../../geometry/vectors.ts';
import { projectionOf } from '../../geometry/viewport.ts';
import type { PointerSample } from '../../pane/gestures.ts';
import { Store } from '../../state/store.ts';
import type { Frame, PictureSeries, Study } from '../../study/study.ts';
import type { ViewerSession } from '../../study/viewer-session.ts';
import type { PictureWorkspace } from '../workspace/picture-workspace.ts';
import { initialState, type PictureState } from '../workspace/state.ts';
import {
  askedLandmark,
  landmarksOf,
  openProposals,
  startCephalometryDrag,
} from '../workspace/landmarks-of-picture.ts';
import { confirmProposed, dropProposal, proposeForPicture, skipProposed } from './propose-landmarks.ts';

const frame = { columns: 100, rows: 80, scale: null, inverted: false, pixelAspect: 1 } as Frame;
const model = { name: 'CephNet', version: '3.1' };
const image = { width: 100, height: 80, values: new Uint16Array(8000), pixelSize: [1, 1] as const };

/** An X-ray whose analysis is open, for which the model proposes N, S and A. */
async function proposed() {
  const annotations = new AnnotationsStore({} as ViewerSession, { mark: false, seeMarks: false });
  const state = new Store<PictureState>({
    ...initialState([frame, frame]),
    tool: 'cephalometry' as const,
    cephalometry: {
      view: 'lateral' as const,
      analysis: undefined,
      other: undefined,
      chosen: undefined,
      selected: undefined,
    },
  });
  const series = { series: 0, frames: [frame, frame] } as unknown as PictureSeries;
  const workspace: PictureWorkspace = {
    study: {} as Study,
    series,
    annotations,
    state,
    save: () => undefined,
  };
  const landmarks = [
    { name: 'N' as const, at: [70, 20] as [number, number], score: 0.5 },
    { name: 'S' as const, at: [30, 25] as [number, number], score: null },
    { name: 'A' as const, at: [72, 50] as [number, number], score: 0.9 },
  ];
  const session = { proposeLandmarks: () => Promise.resolve({ model, landmarks }) };
  const { signal } = new AbortController();
  await proposeForPicture(workspace, session, { index: 0, image, unitMm: undefined }, signal);
  const open = () => openProposals(state.get(), landmarksOf(workspace)).map(({ name }) => name);
  return { workspace, open };
}

const landmarkOf = (workspace: PictureWorkspace, wanted: string) =>
  landmarksOf(workspace).find(({ name }) => name === wanted);

test('a proposal is no landmark and gives no value before a person confirms it', async () => {
  const { workspace, open } = await proposed();
  expect(open()).toEqual(['S', 'N', 'A']);
  expect(landmarksOf(workspace)).toEqual([]);
  expect(workspace.annotations.get().plan.cephalograms ?? []).toEqual([]);
  const sna = () =>
    analyse(analysisOf('lateral', undefined), placesOf(landmarksOf(workspace), frame, undefined)).find(
      ({ name }) => name === 'SNA',
    )?.value;
  confirmProposed(workspace, 'S');
  confirmProposed(workspace, 'N');
  expect(sna()).toBeUndefined();
  confirmProposed(workspace, 'A');
  expect(sna()).toBeGreaterThan(60);
  expect(open()).toEqual([]);
});

test('a confirmed landmark names its model, and undoing the confirmation makes it a proposal again', async () => {
  const { workspace, open } = await proposed();
  confirmProposed(workspace, 'S');
  expect(landmarksOf(workspace)).toEqual([{ name: 'S', at: [30, 25], proposedBy: model }]);
  expect(workspace.state.get().cephalometry?.selected).toBe('S');
  expect(askedLandmark(workspace.state.get(), landmarksOf(workspace))).toBe('N');
  confirmProposed(workspace, 'N');
  expect(confirmedText(landmarksOf(workspace))).toBe('Предложены моделью CephNet 3.1 и подтверждены: S, N');
  workspace.annotations.undo();
  expect(open()).toEqual(['N', 'A']);
});

test('a proposal that the user drags or sets elsewhere becomes the user’s landmark, without the model', async () => {
  const { workspace, open } = await proposed();
  const projection = projectionOf(workspace.state.get().viewport, { pane: [100, 80], picture: [100, 80] });
  const pointer = (at: Vec2): PointerSample => ({ position: at, px: at, coarse: false }) as PointerSample;
  const drag = startCephalometryDrag(workspace, frame, pointer([30.5, 25.5]), projection);
  drag?.move?.({ position: [33.5, 24.5], travelPx: 20 } as never);
  drag?.end?.({ position: [33.5, 24.5] } as never, false);
  expect(landmarksOf(workspace)).toEqual([{ name: 'S', at: [33, 24] }]);
  // a click elsewhere sets the next proposed landmark
  const click = startCephalometryDrag(workspace, frame, pointer([60.5, 10.5]), projection);
  click?.end?.({ position: [60.5, 10.5] } as never, false);
  expect(landmarkOf(workspace, 'N')).toEqual({ name: 'N', at: [60, 10] });
  expect(open()).toEqual(['A']);
});

test('skipped or dropped landmarks are not proposed again, and other pictures show no proposal', async () => {
  const { workspace, open } = await proposed();
  skipProposed(workspace, 'S');
  expect(open()).toEqual(['N', 'A']);
  workspace.state.set({ frame: 1 });
  expect(open()).toEqual([]);
  confirmProposed(workspace, 'N');
  expect(landmarksOf(workspace)).toEqual([]);
  workspace.state.set({ frame: 0 });
  dropProposal(workspace);
  expect(open()).toEqual([]);
  expect(landmarksOf(workspace)).toEqual([]);
});

test('a response that arrives after the user has left changes nothing', async () => {
  const { workspace } = await proposed();
  dropProposal(workspace);
  const left = new AbortController();
  const session = {
    proposeLandmarks: () => {
      left.abort();
      return Promise.resolve({ model, landmarks: [] });
    },
  };
  const asked = { index: 0, image, unitMm: undefined };
  await expect(proposeForPicture(workspace, session, asked, left.signal)).rejects.toThrow();
  expect(workspace.state.get().cephalometry?.proposal).toBeUndefined();
});
