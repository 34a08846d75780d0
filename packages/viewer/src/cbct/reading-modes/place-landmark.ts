import { startLandmarkDrag as startDrag } from '../../cephalometry/drag-landmark.ts';
import { analysisOf } from '../../cephalometry/analyses/all.ts';
import type { Places } from '../../cephalometry/analyses/formula.ts';
import { nextOf } from '../../cephalometry/measurements.ts';
import { openIn, type Proposed } from '../../cephalometry/proposal.ts';
import { crossesVolume } from '../../geometry/field.ts';
import type { Surface } from '../../geometry/surface.ts';
import type { Vec2 } from '../../geometry/vectors.ts';
import type { Projection } from '../../geometry/viewport.ts';
import type { Drag, PointerSample } from '../../pane/gestures.ts';
import type { Point } from '../../annotations/annotation.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { ModesState } from '../workspace/reading-modes-state.ts';
import { changeReading, pointIn, pointOf, type Reading, readingOf } from './reading.ts';

type SavedLandmark = NonNullable<Reading['landmarks']>[number];

const landmarksOf = (workspace: Workspace): readonly SavedLandmark[] => readingOf(workspace)?.landmarks ?? [];

const viewOf = ({ modes }: Workspace) => modes.get().cephalogram.view;

/** The landmarks that a model proposes, and a person has not decided about. */
export function openProposals(
  { view, analysis, proposal }: ModesState['cephalogram'],
  landmarks: readonly SavedLandmark[],
): readonly Proposed<Point>[] {
  if (view !== 'lateral') return [];
  const placed = landmarks.filter((one) => one.view === view);
  return openIn(proposal, analysisOf(view, analysis), placed);
}

/** The first landmark of the shown view that is proposed, then the first that has not been placed; undefined when all are. */
export function nextLandmark(workspace: Workspace): string | undefined {
  const { cephalogram } = workspace.modes.get();
  const { view, analysis } = cephalogram;
  const landmarks = landmarksOf(workspace);
  const isPlaced = (name: string) => landmarks.some((one) => one.view === view && one.name === name);
  const [proposed] = openProposals(cephalogram, landmarks);
  return proposed?.name ?? nextOf(analysisOf(view, analysis), isPlaced);
}

/** `proposedBy`: the model that has proposed this place. */
export function putLandmark(
  workspace: Workspace,
  name: string,
  at: SavedLandmark['at'],
  undoable: boolean,
  proposedBy?: SavedLandmark['proposedBy'],
): void {
  const view = viewOf(workspace);
  const others = landmarksOf(workspace).filter((one) => one.view !== view || one.name !== name);
  changeReading(
    workspace,
    { landmarks: [...others, { view, name, at, ...(proposedBy && { proposedBy }) }] },
    undoable,
  );
}

/** Removes a landmark, by default the one placed last; the next click sets it. */
export function removeLandmark(workspace: Workspace, name?: string): boolean {
  const view = viewOf(workspace);
  const all = landmarksOf(workspace);
  const last = name ?? all.findLast((one) => one.view === view)?.name;
  if (last === undefined || workspace.annotations.get().version) return false;
  changeReading(workspace, { landmarks: all.filter((one) => one.view !== view || one.name !== last) });
  workspace.modes.set({ landmark: last });
  return true;
}

/** The places of the shown view's landmarks in its picture, in millimetres. */
export function positionsOf(
  workspace: Workspace,
  reading: Reading | undefined,
  view: SavedLandmark['view'],
  surface: Surface,
): ReadonlyMap<string, Vec2> {
  const shown = (reading?.landmarks ?? []).filter((one) => one.view === view);
  return positionsIn(workspace, shown, surface);
}

export const positionsIn = (
  workspace: Workspace,
  landmarks: readonly { name: string; at: Point }[],
  surface: Surface,
): ReadonlyMap<string, Vec2> =>
  new Map(landmarks.map(({ name, at }) => [name, surface.toPosition(pointIn(workspace, at)).position]));

/** Landmarks whose line of sight misses the imaged volume: they are in the corners of a levelled picture. */
export function landmarksOutside(
  workspace: Workspace,
  reading: Reading | undefined,
  view: SavedLandmark['view'],
  surface: Surface,
): readonly string[] {
  const { placement } = workspace.volumeClient;
  return (reading?.landmarks ?? [])
    .filter((one) => one.view === view)
    .filter(({ at }) => !crossesVolume(placement, pointIn(workspace, at), surface.normalAt(0)))
    .map(({ name }) => name);
}

/** The places with y upwards, as the analysis needs them, instead of downwards. */
export const placesOf = (positions: ReadonlyMap<string, Vec2>): Places =>
  Object.fromEntries([...positions].map(([name, [u, v]]) => [name, [u, -v] as const]));

/** The inverse of `placesOf`. */
export const inPane = (places: Places | undefined): ReadonlyMap<string, Vec2> | undefined =>
  places &&
  new Map(
    Object.entries(places).flatMap(([name, at]) => (at ? [[name, [at[0], -at[1]] as const] as const] : [])),
  );

/** Moves the landmark under the pointer, or sets the one that is asked for. */
export function startLandmarkDrag(
  workspace: Workspace,
  surface: Surface,
  positions: ReadonlyMap<string, Vec2>,
  pointer: PointerSample,
  projection: Projection,
): Drag | undefined {
  const { tool } = workspace.state.get();
  // there is nothing to scroll here, and phones begin with that tool
  if (tool !== 'crosshair' && tool !== 'scroll') return undefined;
  // earlier versions are only shown
  if (workspace.annotations.get().version) return undefined;
  const pointAt = (position: Vec2) => pointOf(workspace, surface.toPoint(position));
  return startDrag(
    {
      positions,
      asked: workspace.modes.get().landmark,
      remember: () => workspace.annotations.remember(),
      move: (name, position) => putLandmark(workspace, name, pointAt(position), false),
      set: (name, position) => {
        putLandmark(workspace, name, pointAt(position), true);
        workspace.modes.set({ landmark: nextLandmark(workspace) });
      },
    },
    pointer,
    projection,
  );
}
