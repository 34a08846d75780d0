import { dot } from '../../geometry/rod.ts';
import {
  type Axes,
  axesThrough,
  frameOf,
  GRID_AXES,
  isOrthonormal,
  rotatedAbout,
} from '../../geometry/frame.ts';
import type { Vec3 } from '../../geometry/vectors.ts';
import type { Directions, Plan } from '../../annotations/plan.ts';
import { directionToPatient, type Placement } from '../../volume/voxels/placement.ts';
import { leaveDraft } from '../../annotations/draft.ts';
import { changeState } from '../workspace/change-state.ts';
import { closeLevelling, showSlice } from '../workspace/commands.ts';
import type { CbctState, LevellingDraft } from '../workspace/state.ts';
import type { Workspace } from '../workspace/workspace.ts';

type Levelling = Plan['levellings'][number];

/** The points of each plane, in the order in which they are set: on the right, on the left, in front. */
export const LEVELLING_POINTS = {
  occlusal: [
    'бугор последнего правого моляра',
    'бугор последнего левого моляра',
    'режущий край центральных резцов',
  ],
  frankfurt: [
    'верхний край правого слухового прохода',
    'верхний край левого слухового прохода',
    'нижний край глазницы',
  ],
} as const;

/** The directions of the plan as the volume's axes; undefined when it is not levelled. */
function axesIn({ directions }: Placement, { left, back, up }: Directions): Axes | undefined {
  const inVolume = (direction: Vec3): Vec3 => [
    dot(direction, directions[0]),
    dot(direction, directions[1]),
    dot(direction, directions[2]),
  ];
  const axes: Axes = [inVolume(left), inVolume(back), inVolume(up)];
  return isOrthonormal(axes) ? axes : undefined;
}

/** Follows the levelling of the plan, also when it is undone. Returns a function that stops. */
export function followLevelling(workspace: Workspace): () => void {
  const { annotations, series, volumeClient, state } = workspace;
  let shown: Levelling | undefined;
  const follow = () => {
    const { plan, isRead } = annotations.get();
    const { early, frame } = state.get();
    const levelling = plan.levellings.find((one) => one.series === series.series);
    const isOver = isRead && early !== undefined;
    // what the user has set in the meantime stays
    const isKept = isOver && frame === early.frame;
    if (levelling !== shown || isKept) {
      shown = levelling;
      const axes = levelling && axesIn(volumeClient.placement, levelling);
      state.set({ frame: axes && frameOf(volumeClient.placement, axes) });
    }
    if (isOver) state.set({ early: undefined });
    if (isKept) showAxes(workspace, early.saved);
  };
  follow();
  return annotations.subscribe(follow);
}

const rounded = ([x, y, z]: Vec3): [number, number, number] =>
  [x, y, z].map((value) => Math.round(value * 1e6) / 1e6) as [number, number, number];

/** The axes as directions in the patient's coordinates. */
const directionsOf = (placement: Placement, [left, back, up]: Axes): Directions => ({
  left: rounded(directionToPatient(placement, left)),
  back: rounded(directionToPatient(placement, back)),
  up: rounded(directionToPatient(placement, up)),
});

function setAxes(workspace: Workspace, by: Levelling['by'], axes: Axes | undefined, undoable = true): void {
  const { annotations, series, volumeClient } = workspace;
  const others = annotations.get().plan.levellings.filter((one) => one.series !== series.series);
  const directions = directionsOf(volumeClient.placement, axes ?? GRID_AXES);
  const levellings = axes ? [...others, { series: series.series, by, ...directions }] : others;
  annotations.changePlan({ levellings }, undoable);
}

export const shownAxes = ({ frame }: Pick<CbctState, 'frame'>): Axes => frame?.axes ?? GRID_AXES;

export function resetLevelling(workspace: Workspace): void {
  setAxes(workspace, 'free', undefined);
  // the levelling of a key image is not in the plan, so it has to be removed here
  workspace.state.set({ frame: undefined });
}

/** What a key image keeps of the shown levelling. */
export const savedAxes = ({ state, volumeClient }: Workspace): Directions =>
  directionsOf(volumeClient.placement, shownAxes(state.get()));

const ROUNDING = 1e-5;
const areEqual = (one: Axes, other: Axes): boolean =>
  one.every((axis, at) => axis.every((value, along) => Math.abs(value - other[at]![along]!) < ROUNDING));

/**
 * Shows the levelling of a key image until undo or another levelling; the plan keeps its own. If the plan is not read
 * yet, undo will lead to the levelling in the plan.
 */
export function showAxes(workspace: Workspace, saved: Directions): void {
  const { annotations, state, volumeClient } = workspace;
  const { placement } = volumeClient;
  const axes = axesIn(placement, saved);
  if (!axes) return;
  const isShown = areEqual(axes, shownAxes(state.get()));
  const turned = areEqual(axes, GRID_AXES) ? undefined : frameOf(placement, axes);
  const frame = isShown ? state.get().frame : turned;
  if (!annotations.get().isRead) state.set({ frame, early: { frame, saved } });
  else if (!isShown) changeState(workspace, { frame });
}

/** Rotates the shown axes about one of them, through the crosshair. */
export function rotateLevelling(
  workspace: Workspace,
  about: 0 | 1 | 2,
  degrees: number,
  undoable = true,
): void {
  const axes = shownAxes(workspace.state.get());
  setAxes(workspace, 'free', rotatedAbout(axes, axes[about], degrees), undoable);
}

export function toggleLevelling(workspace: Workspace): void {
  const { state, annotations, onAnnotationFinished } = workspace;
  leaveDraft(annotations, onAnnotationFinished);
  annotations.set({ selected: undefined });
  if (state.get().levelling) closeLevelling(workspace);
  else state.set({ levelling: { by: 'occlusal', points: [], isPicking: false, failed: false } });
  state.set({ editing: false, tool: 'crosshair' });
}

export function startPicking(workspace: Workspace, by: LevellingDraft['by']): void {
  showSlice(workspace);
  workspace.state.set({ levelling: { by, points: [], isPicking: true, failed: false } });
}

/** Sets the next of three points (the volume's millimetres); after the third the volume is levelled. */
export function pickPoint(workspace: Workspace, point: Vec3): void {
  const { state } = workspace;
  const { levelling } = state.get();
  if (!levelling?.isPicking) return;
  const points = [...levelling.points, point];
  const [right, left, front] = points;
  if (!right || !left || !front) return state.set({ levelling: { ...levelling, points } });
  const axes = axesThrough([right, left, front]);
  if (axes) setAxes(workspace, levelling.by, axes);
  state.set({
    levelling: { ...levelling, points: [], isPicking: axes === undefined, failed: axes === undefined },
  });
}
