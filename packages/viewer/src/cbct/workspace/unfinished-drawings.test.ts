import { expect, test } from 'vitest';
import { selectTool } from './commands.ts';
import { startToolDrag } from './pointer.ts';
import type { CbctState, DrawingTool, Tool } from './state.ts';
import type { Workspace } from './workspace.ts';
import type { Vec2 } from '../../geometry/vectors.ts';
import { Store } from '../../state/store.ts';
import type { ViewerSession } from '../../study/viewer-session.ts';
import type { Annotation } from '../../annotations/annotation.ts';
import type { AnnotationLayer } from '../../annotations/annotation-layer.ts';
import { AnnotationsStore } from '../../annotations/annotations-store.ts';
import {
  dropDraft,
  finishByDoubleClick,
  finishByEnter,
  finishDraft,
  resumeDraft,
} from '../../annotations/draft.ts';
import { moveLastPoint } from '../../annotations/draw-annotation.ts';

const layer: AnnotationLayer = {
  on: 'volume',
  series: 0,
  frame: null,
  maxOffset: 1,
  unitMm: [1, 1, 1],
  toPoint: ([x, y]) => [x, y, 0],
  toPosition: ([x, y, z]) => ({ position: [x, y], offset: z }),
  bodyOf: () => undefined,
};
const projection = { matrix: [1, 0, 0, 1, 0, 0], pxPerUnit: 1, pane: [500, 500] } as const;

function opened(tool: DrawingTool) {
  const annotations = new AnnotationsStore({} as ViewerSession, { mark: false, seeMarks: false });
  const state = new Store({ tool, editing: false } as CbctState);
  const finished: Annotation[] = [];
  const workspace = {
    annotations,
    state,
    onAnnotationFinished: (annotation: Annotation) => void finished.push(annotation),
  } as unknown as Workspace;
  const target = { name: 'axial', layer, scroll: () => undefined } as unknown as Parameters<
    typeof startToolDrag
  >[1];
  const sample = (position: Vec2) => ({
    position,
    px: position,
    byPx: [0, 0] as const,
    travelPx: 0,
    coarse: false,
  });
  const click = (x: number, y: number, aborted = false) => {
    moveLastPoint(annotations, layer, [x, y]);
    const drag = startToolDrag(workspace, target, sample([x, y]), 'left', projection);
    drag?.end?.(sample([x, y]), aborted);
  };
  return {
    annotations,
    click,
    finished,
    choose: (other: Tool) => selectTool(workspace, other),
    /** the set points of the drawing */
    set: () =>
      annotations
        .get()
        .draft?.points.slice(0, -1)
        .map(([x]) => x),
    kept: () => annotations.get().own.map(({ kind, points }) => [kind, ...points.map(([x]) => x)]),
    finish: workspace.onAnnotationFinished,
  };
}

test('another tool finishes a canal, and undo removes it at once', () => {
  const { annotations, click, choose, kept, finished } = opened('canal');
  for (const x of [10, 50, 90]) click(x, 0);
  choose('length');
  expect(kept()).toEqual([['canal', 10, 50, 90]]);
  expect(finished.map(({ kind }) => kind)).toEqual(['canal']);
  // the canal is selected, so that the bar says what was found
  expect(annotations.get().selected).toBe(annotations.get().own[0]!.markID);
  annotations.undo();
  expect(kept()).toEqual([]);
  expect(annotations.get().draft).toBeUndefined();
  annotations.redo();
  expect(kept()).toEqual([['canal', 10, 50, 90]]);
});

test('another tool drops an angle that has too few points, and undo brings it back', () => {
  const { annotations, click, choose, set, kept } = opened('angle');
  click(10, 0);
  click(50, 0);
  choose('zoom');
  expect(annotations.get()).toMatchObject({ draft: undefined, own: [], dropped: { kind: 'angle' } });
  annotations.undo();
  expect(set()).toEqual([10, 50]);
  click(90, 40);
  expect(kept()).toEqual([['angle', 10, 50, 90]]);
});

test('choosing the same tool again continues the drawing', () => {
  const { click, choose, set } = opened('canal');
  click(10, 0);
  click(50, 0);
  choose('canal');
  expect(set()).toEqual([10, 50]);
});

test('Escape drops a canal, and undo or the button brings it back to be continued', () => {
  const { annotations, click, set, kept, finish } = opened('canal');
  expect(dropDraft(annotations)).toBe(false);
  for (const x of [10, 50, 90]) click(x, 0);
  expect(dropDraft(annotations)).toBe(true);
  expect(annotations.get()).toMatchObject({ draft: undefined, own: [] });
  annotations.undo();
  expect(set()).toEqual([10, 50, 90]);
  dropDraft(annotations);
  resumeDraft(annotations);
  expect(annotations.get().dropped).toBeUndefined();
  click(120, 0);
  finishDraft(annotations, finish);
  expect(kept()).toEqual([['canal', 10, 50, 90, 120]]);
});

test('undo removes the points of a drawing one after the other', () => {
  const { annotations, click, set } = opened('polygon');
  for (const x of [10, 50, 90]) click(x, 0);
  annotations.undo();
  expect(set()).toEqual([10, 50]);
  annotations.redo();
  expect(set()).toEqual([10, 50, 90]);
  for (let point = 0; point < 3; point += 1) annotations.undo();
  expect(annotations.get().draft).toBeUndefined();
});

test('a double click sets one point, and finishes the drawing only if it has enough points', () => {
  const { annotations, click, set, kept, finish } = opened('canal');
  const doubleClick = (x: number) => {
    click(x, 0);
    click(x, 0);
    return finishByDoubleClick(annotations, finish);
  };
  expect(finishByDoubleClick(annotations, finish)).toBe(false);
  doubleClick(10);
  expect(set()).toEqual([10]);
  click(50, 0);
  expect(doubleClick(90)).toBe(true);
  expect(kept()).toEqual([['canal', 10, 50, 90]]);
});

test('Enter does not end a drawing with too few points, and is left to buttons if nothing is drawn', () => {
  const { annotations, click, set, kept, finish } = opened('polygon');
  expect(finishByEnter(annotations, finish)).toBe(false);
  click(10, 0);
  click(50, 0);
  expect(finishByEnter(annotations, finish)).toBe(true);
  expect(set()).toEqual([10, 50]);
  click(50, 40);
  finishByEnter(annotations, finish);
  expect(kept()).toEqual([['polygon', 10, 50, 50]]);
});

test('a second finger, which zooms, sets no point', () => {
  const { click, set } = opened('canal');
  click(10, 0);
  click(50, 0, true);
  expect(set()).toEqual([10]);
});
