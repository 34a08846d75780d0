import type { SliceLine } from '../../geometry/reslice.ts';
import { dot, moved, subtract } from '../../geometry/rod.ts';
import type { Surface } from '../../geometry/surface.ts';
import type { Vec3 } from '../../geometry/vectors.ts';
import { type Projection, toScreen } from '../../geometry/viewport.ts';
import type { Drag, PointerSample } from '../../pane/gestures.ts';
import { selectTool } from '../workspace/commands.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { lineIn, readingOf, saveLine } from './reading.ts';
import { rememberUnfinished } from './unfinished.ts';

/** A drag this long draws a straight line at once. */
const DRAG_PX = 12;
/** Clicks nearer to each other than this are the two clicks of a double click. */
const SAME_MM = 0.5;
const REACH_PX = { fine: 11, coarse: 24 };
const MOST_POINTS = 60;

/** The direction that a line's cut has upwards: the head, the front, or the patient's left. */
function upwardsFrom(surface: Surface): Vec3 {
  const normal = surface.normalAt(0);
  // of the slices' normals, only that of a coronal one points to the back
  const isCoronal = Math.abs(normal[1]) > Math.abs(normal[0]) && Math.abs(normal[1]) > Math.abs(normal[2]);
  const isDown = isCoronal ? normal[1] > 0 : normal[0] + normal[2] < 0;
  return isDown ? [-normal[0], -normal[1], -normal[2]] : normal;
}

export function startLine(workspace: Workspace): void {
  selectTool(workspace, 'crosshair');
  workspace.modes.set({ isDrawing: true, draft: undefined, resliceShiftMm: 0 });
}

/** Ends the line being drawn; one of less than two points is dropped. */
export function finishLine(workspace: Workspace): boolean {
  const { draft, isDrawing } = workspace.modes.get();
  if (!isDrawing) return false;
  if (!draft || draft.points.length < 2) return true;
  saveLine(workspace, draft);
  workspace.modes.set({ isDrawing: false, draft: undefined, resliceShiftMm: 0 });
  return true;
}

/** Drops the points of the line, which undo brings back, or stops drawing; false if nothing was being drawn. */
export function cancelLine(workspace: Workspace): boolean {
  const { modes } = workspace;
  const { isDrawing, draft } = modes.get();
  if (!isDrawing) return false;
  rememberUnfinished(workspace);
  modes.set({ draft: undefined, isDrawing: draft !== undefined });
  return true;
}

export function removeLastPoint({ modes }: Workspace): void {
  const { draft } = modes.get();
  if (draft) modes.set({ draft: { ...draft, points: draft.points.slice(0, -1) } });
}

const isOn = (line: SliceLine, surface: Surface): boolean =>
  Math.abs(dot(line.across, surface.normalAt(0))) > 0.999;

/** The point moved along the normal into the slice that the line was begun on. */
function inPlaneOf({ points, across }: SliceLine, point: Vec3): Vec3 {
  const [first] = points;
  return first ? moved(point, across, dot(subtract(first, point), across)) : point;
}

function addPoint({ modes }: Workspace, surface: Surface, point: Vec3): void {
  const { draft } = modes.get();
  const line =
    draft && draft.points.length > 0 && isOn(draft, surface)
      ? draft
      : { points: [], across: upwardsFrom(surface), isCurved: true };
  const added = inPlaneOf(line, point);
  const last = line.points.at(-1);
  if (last && Math.hypot(...subtract(added, last)) < SAME_MM) return;
  if (line.points.length < MOST_POINTS) modes.set({ draft: { ...line, points: [...line.points, added] } });
}

/** While a line is drawn: a click adds a point, a drag draws a straight line. Otherwise a point of the line is moved. */
export function startLineDrag(
  workspace: Workspace,
  surface: Surface,
  pointer: PointerSample,
  projection: Projection,
): Drag | undefined {
  if (!workspace.modes.get().isDrawing) return startPointDrag(workspace, surface, pointer, projection);
  const from = surface.toPoint(pointer.position);
  return {
    end: ({ position, travelPx }, aborted) => {
      if (aborted) return;
      addPoint(workspace, surface, from);
      const isFirst = workspace.modes.get().draft?.points.length === 1;
      if (travelPx < DRAG_PX || !isFirst) return;
      addPoint(workspace, surface, surface.toPoint(position));
      finishLine(workspace);
    },
  };
}

function startPointDrag(
  workspace: Workspace,
  surface: Surface,
  { px, coarse }: PointerSample,
  { matrix }: Projection,
): Drag | undefined {
  const reading = readingOf(workspace);
  const line = reading && lineIn(workspace, reading);
  if (!line || !isOn(line, surface)) return undefined;
  const reach = REACH_PX[coarse ? 'coarse' : 'fine'];
  const index = line.points.findIndex((point) => {
    const [x, y] = toScreen(matrix, surface.toPosition(point).position);
    return Math.hypot(x - px[0], y - px[1]) <= reach;
  });
  if (index < 0) return undefined;
  workspace.annotations.remember();
  return {
    move: ({ position }) => {
      const to = inPlaneOf(line, surface.toPoint(position));
      saveLine(workspace, { ...line, points: line.points.with(index, to) }, false);
    },
  };
}
