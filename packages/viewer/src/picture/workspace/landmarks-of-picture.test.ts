import { expect, test } from 'vitest';
import { AnnotationsStore } from '../../annotations/annotations-store.ts';
import { DEFAULT_PLAN, type Plan } from '../../annotations/plan.ts';
import { INITIAL_VIEWPORT, type Viewport } from '../../geometry/viewport.ts';
import { Store } from '../../state/store.ts';
import type { Frame, PictureSeries, Study } from '../../study/study.ts';
import type { ViewerSession } from '../../study/viewer-session.ts';
import type { PictureWorkspace } from './picture-workspace.ts';
import { placesOf } from '../../cephalometry/tracings.ts';
import { initialState } from './state.ts';
import {
  chooseLandmark,
  findLandmarks,
  moveLandmark,
  outsideFrame,
  positionsAt,
  positionsOf,
  removeLandmark,
} from './landmarks-of-picture.ts';

const OF = { series: 0, frame: 0, view: 'lateral' } as const;
const plan = (...at: [number, number][]): Plan => ({
  ...DEFAULT_PLAN,
  cephalograms: [{ ...OF, landmarks: at.map((each) => ({ name: 'S', at: each })) }],
});

const frame = { columns: 100, rows: 80, scale: null, inverted: false, pixelAspect: 1 } as Frame;

/** The workspace of an X-ray whose landmark S is at column 50, row 40; the user may not save annotations. */
function opened(viewport: Partial<Viewport> = {}, session = {} as ViewerSession): PictureWorkspace {
  const annotations = new AnnotationsStore(session, { mark: false, seeMarks: false });
  annotations.changePlan(plan([50, 40]));
  const state = new Store({
    ...initialState([frame]),
    viewport: { ...INITIAL_VIEWPORT, ...viewport },
    tool: 'cephalometry' as const,
    cephalometry: {
      view: 'lateral' as const,
      analysis: undefined,
      other: undefined,
      chosen: undefined,
      selected: 'S',
    },
  });
  const series = { series: 0, frames: [frame] } as unknown as PictureSeries;
  return { study: {} as Study, series, annotations, state, save: () => undefined } as PictureWorkspace;
}

const placeOfS = ({ annotations }: PictureWorkspace) =>
  findLandmarks(annotations.get(), OF).landmarks.find(({ name }) => name === 'S')?.at;

test('own landmarks are shown before those of others, whose author is named', () => {
  const { annotations } = opened();
  const mine = annotations.get();
  const other = (theirs: Plan) => ({ authorName: 'Ольга', marks: [], plan: theirs });
  const theirs = plan([1, 2]);
  expect(findLandmarks({ ...mine, others: [other(theirs)] }, OF)).toEqual({
    landmarks: [{ name: 'S', at: [50, 40] }],
    authorName: undefined,
  });
  const found = { landmarks: [{ name: 'S', at: [1, 2] }], authorName: 'Ольга' };
  // without a plan of one's own the store has that of the other author
  expect(findLandmarks({ ...mine, plan: { ...theirs }, others: [other(theirs)] }, OF)).toEqual(found);
  expect(findLandmarks({ ...mine, plan: DEFAULT_PLAN, others: [other(plan()), other(theirs)] }, OF)).toEqual(
    found,
  );
  // own landmarks that were all removed stay removed
  expect(findLandmarks({ ...mine, plan: plan(), others: [other(theirs)] }, OF).landmarks).toEqual([]);
});

test('keys move the selected landmark along the screen, and not out of the picture', () => {
  const right = (viewport: Partial<Viewport>, pixels = 1) => {
    const workspace = opened(viewport);
    expect(moveLandmark(workspace, [1, 0], pixels)).toBe(true);
    return placeOfS(workspace);
  };
  expect(right({})).toEqual([51, 40]);
  expect(right({ mirrored: true })).toEqual([49, 40]);
  expect(right({ quarterTurns: 1 })).toEqual([50, 39]);
  expect(right({ quarterTurns: 2 })).toEqual([49, 40]);
  expect(right({}, 1000)).toEqual([99.5, 40]);
});

test('a selected landmark is removed and restored by undo, and keys do nothing while another tool is chosen', () => {
  const workspace = opened();
  expect(removeLandmark(workspace, 'selected')).toBe(true);
  expect(placeOfS(workspace)).toBeUndefined();
  expect(moveLandmark(workspace, [1, 0], 1)).toBe(false);
  workspace.annotations.undo();
  expect(placeOfS(workspace)).toEqual([50, 40]);
  workspace.state.set({ tool: 'window' });
  chooseLandmark(workspace, 'S');
  expect(workspace.state.get().tool).toBe('cephalometry');
  workspace.state.set({ tool: 'window' });
  expect(removeLandmark(workspace, 'last')).toBe(false);
  expect(moveLandmark(workspace, [1, 0], 1)).toBe(false);
});

test('the landmarks of a version are shown, cannot be moved, and are restored with its annotations', async () => {
  const saved = { ...plan([7, 8]), warnMm: 5, readings: [{ series: 1, landmarks: [] }] };
  const session = {
    annotationVersion: () =>
      Promise.resolve({
        own: true,
        authorName: 'Ольга',
        savedAt: '',
        versionID: '1-1',
        marks: [],
        plan: saved,
      }),
  } as unknown as ViewerSession;
  const workspace = opened({}, session);
  const { annotations } = workspace;
  await annotations.showVersion('1-1');
  expect(placeOfS(workspace)).toEqual([7, 8]);
  expect(moveLandmark(workspace, [1, 0], 1)).toBe(false);
  expect(removeLandmark(workspace, 'last')).toBe(false);
  annotations.set({ version: undefined });
  expect(placeOfS(workspace)).toEqual([50, 40]);
  await annotations.showVersion('1-1');
  annotations.restoreVersion();
  expect(annotations.get().version).toBeUndefined();
  expect(placeOfS(workspace)).toEqual([7, 8]);
  // what is not a landmark stays
  expect(annotations.get().plan.warnMm).toBe(DEFAULT_PLAN.warnMm);
  annotations.undo();
  expect(placeOfS(workspace)).toEqual([50, 40]);
});

test('restoring a version without a plan, from an older server, keeps the present landmarks', async () => {
  const version = { own: true, authorName: 'Ольга', savedAt: '', versionID: '1-1', marks: [] };
  const session = { annotationVersion: () => Promise.resolve(version) } as unknown as ViewerSession;
  const workspace = opened({}, session);
  await workspace.annotations.showVersion('1-1');
  workspace.annotations.restoreVersion();
  expect(placeOfS(workspace)).toEqual([50, 40]);
});

test('landmarks outside their picture are listed', () => {
  const placed = { S: [0, 0], N: [99.4, 79.4], A: [100, 40], B: [50, -1] } as const;
  const landmarks = Object.entries(placed).map(([name, [x, y]]) => ({
    name,
    at: [x, y] as [number, number],
  }));
  expect(outsideFrame(landmarks, frame)).toEqual(['A', 'B']);
});

test('positions in millimetres match their landmarks, also if pixels are not square', () => {
  const landmarks = [
    { name: 'S', at: [12, 30] as [number, number] },
    { name: 'N', at: [70.5, 22] as [number, number] },
  ];
  const tall = { ...frame, pixelAspect: 1.5 };
  const unitMm = [0.2, 0.3, 0] as const;
  const there = positionsOf(landmarks, tall.pixelAspect);
  const back = positionsAt(placesOf(landmarks, tall, unitMm), tall, unitMm);
  for (const [name, position] of there)
    position.forEach((value, axis) => expect(back.get(name)![axis]).toBeCloseTo(value, 9));
});
