import type { AnnotationsState } from '../../annotations/annotations-store.ts';
import type { Plan } from '../../annotations/plan.ts';
import { startLandmarkDrag } from '../../cephalometry/drag-landmark.ts';
import { analysisOf } from '../../cephalometry/analyses/all.ts';
import { readChosenAnalysis } from '../../cephalometry/chosen-analysis.ts';
import type { Places } from '../../cephalometry/analyses/formula.ts';
import type { CephalogramView } from '../../cephalometry/analyses/landmarks.ts';
import { nextOf } from '../../cephalometry/measurements.ts';
import { openIn, type Proposed } from '../../cephalometry/proposal.ts';
import type { Tracing } from '../../cephalometry/tracings.ts';
import { clamp, type Vec2, type Vec3 } from '../../geometry/vectors.ts';
import { type Projection, projectionOf, toPicture } from '../../geometry/viewport.ts';
import type { Drag, PointerSample } from '../../pane/gestures.ts';
import { useFields } from '../../state/store.ts';
import type { Frame } from '../../study/study.ts';
import type { PictureWorkspace } from './picture-workspace.ts';
import { type PictureState, restingTool } from './state.ts';

/** The landmarks that are shown on one frame, and whose they are. */
type TracedCephalogram = NonNullable<Plan['cephalograms']>[number];
type Landmarks = TracedCephalogram['landmarks'];
type Traced = Pick<TracedCephalogram, 'series' | 'frame' | 'view'>;

interface Found {
  landmarks: Landmarks;
  /** undefined for the user's own */
  authorName: string | undefined;
}

const isOf = (wanted: Traced) => (one: TracedCephalogram) =>
  one.series === wanted.series && one.frame === wanted.frame && one.view === wanted.view;

/** The landmarks of the shown version; without one, the user's own, otherwise those of the author who saved last. @internal */
export function findLandmarks(
  { plan, others, version }: Pick<AnnotationsState, 'plan' | 'others' | 'version'>,
  wanted: Traced,
): Found {
  if (version?.plan) {
    const { landmarks = [] } = version.plan.cephalograms?.find(isOf(wanted)) ?? {};
    return { landmarks, authorName: version.own ? undefined : version.authorName };
  }
  const own = plan.cephalograms?.find(isOf(wanted));
  // until the user has a plan, that of another author is shown
  const isOwn = others.every((other) => other.plan?.cephalograms !== plan.cephalograms);
  if (own && isOwn) return { landmarks: own.landmarks, authorName: undefined };
  for (const { authorName, plan: theirs } of others) {
    const found = theirs?.cephalograms?.find(isOf(wanted));
    if (found && found.landmarks.length > 0) return { landmarks: found.landmarks, authorName };
  }
  return { landmarks: [], authorName: undefined };
}

const tracedIn = (
  { series }: PictureWorkspace,
  { frame, cephalometry }: Pick<PictureState, 'frame' | 'cephalometry'>,
): Traced => ({
  series: series.series,
  frame,
  view: cephalometry?.view ?? 'lateral',
});

/** The landmarks of the shown frame and view. */
export function useLandmarks(workspace: PictureWorkspace): Found {
  const shown = useFields(workspace.state, 'frame', 'cephalometry');
  const annotations = useFields(workspace.annotations, 'plan', 'others', 'version');
  return findLandmarks(annotations, tracedIn(workspace, shown));
}

/** The present landmarks, which can be changed, even while an earlier version is shown. */
export const landmarksOf = (workspace: PictureWorkspace): Landmarks => {
  const present = { ...workspace.annotations.get(), version: undefined };
  return findLandmarks(present, tracedIn(workspace, workspace.state.get())).landmarks;
};

function saveLandmarks(workspace: PictureWorkspace, landmarks: Landmarks, undoable = true): void {
  const { annotations, state } = workspace;
  const traced = tracedIn(workspace, state.get());
  const others = (annotations.get().plan.cephalograms ?? []).filter((one) => !isOf(traced)(one));
  annotations.changePlan({ cephalograms: [...others, { ...traced, landmarks }] }, undoable);
}

export const changeState = (
  { state }: PictureWorkspace,
  change: Partial<PictureState['cephalometry']>,
): void =>
  state.set(({ cephalometry }) => ({ cephalometry: cephalometry && { ...cephalometry, ...change } }));

type Analysed = Pick<PictureState, 'frame' | 'cephalometry'>;

/** The landmarks that a model proposes for the shown picture, and a person has not decided about. */
export function openProposals(
  { frame, cephalometry }: Analysed,
  landmarks: Landmarks,
): readonly Proposed<Vec2>[] {
  if (cephalometry?.view !== 'lateral' || cephalometry.proposal?.frame !== frame) return [];
  return openIn(cephalometry.proposal, analysisOf('lateral', cephalometry.analysis), landmarks);
}

/** The landmark that the next click sets: the chosen one, otherwise the first proposed one, then the first that is not placed. */
export function askedLandmark(state: Analysed, landmarks: Landmarks): string | undefined {
  if (!state.cephalometry) return undefined;
  const { view, analysis, chosen } = state.cephalometry;
  const isPlaced = (name: string) => landmarks.some((one) => one.name === name);
  return chosen ?? openProposals(state, landmarks)[0]?.name ?? nextOf(analysisOf(view, analysis), isPlaced);
}

/** The frontal view shows the patient's sides along its rows. */
function viewOf(workspace: PictureWorkspace): CephalogramView {
  const { frame } = workspace.state.get();
  const wanted = { series: workspace.series.series, frame };
  const has = (view: CephalogramView) =>
    findLandmarks(workspace.annotations.get(), { ...wanted, view }).landmarks.length > 0;
  if (has('lateral')) return 'lateral';
  const [along] = workspace.series.frames[frame]?.patientOrientation ?? [];
  return has('frontal') || /^[LR]/.test(along ?? '') ? 'frontal' : 'lateral';
}

/** Opens the analysis, or returns to it from another tool; if it is in use already, closes it. */
export function toggleCephalometry(workspace: PictureWorkspace): void {
  const { state } = workspace;
  if (state.get().tool === 'cephalometry') return closeCephalometry(workspace);
  const view = viewOf(workspace);
  state.set(({ cephalometry }) => ({
    tool: 'cephalometry',
    cephalometry: cephalometry ?? {
      view,
      analysis: readChosenAnalysis(),
      other: undefined,
      chosen: undefined,
      selected: undefined,
    },
  }));
}

export const closeCephalometry = ({ state, series }: PictureWorkspace): void =>
  state.set(({ tool }) => ({
    cephalometry: undefined,
    tool: tool === 'cephalometry' ? restingTool(series.frames) : tool,
  }));

/** Forgets the chosen landmark, otherwise closes the analysis; false while another tool is used. */
export function cancelCephalometry(workspace: PictureWorkspace): boolean {
  const { cephalometry, tool } = workspace.state.get();
  if (!cephalometry || (tool !== 'cephalometry' && tool !== restingTool(workspace.series.frames)))
    return false;
  if (cephalometry.chosen) changeState(workspace, { chosen: undefined });
  else closeCephalometry(workspace);
  return true;
}

export const showView = (workspace: PictureWorkspace, view: CephalogramView): void =>
  changeState(workspace, { view, chosen: undefined, selected: undefined });

export const showOther = (workspace: PictureWorkspace, other: Tracing | undefined): void =>
  changeState(workspace, { other });

export const showAnalysis = (workspace: PictureWorkspace, analysis: string): void =>
  changeState(workspace, { analysis, chosen: undefined });

/**
 * The next click sets this landmark, and keys move it if it is placed; choosing it again returns to the usual order.
 */
export function chooseLandmark(workspace: PictureWorkspace, name: string): void {
  const { cephalometry } = workspace.state.get();
  const chosen = cephalometry?.chosen === name ? undefined : name;
  workspace.state.set({ tool: 'cephalometry' });
  changeState(workspace, { chosen, selected: name });
}

/** `proposedBy`: the model that has proposed this place. */
export function putLandmark(
  workspace: PictureWorkspace,
  name: string,
  at: Vec2,
  undoable: boolean,
  proposedBy?: Landmarks[number]['proposedBy'],
): void {
  const { series, state } = workspace;
  const frame = series.frames[state.get().frame];
  if (!frame) return;
  const rounded = (value: number, size: number) => Math.round(clamp(value, -0.5, size - 0.5) * 1000) / 1000;
  const pixel: [number, number] = [rounded(at[0], frame.columns), rounded(at[1], frame.rows)];
  const others = landmarksOf(workspace).filter((one) => one.name !== name);
  const landmark = { name, at: pixel, ...(proposedBy && { proposedBy }) };
  saveLandmarks(workspace, [...others, landmark], undoable);
}

export function removeLandmark(
  workspace: PictureWorkspace,
  which: 'selected' | 'last' | { name: string },
): boolean {
  const { cephalometry, tool } = workspace.state.get();
  if (workspace.annotations.get().version) return false;
  if (!cephalometry || (tool !== 'cephalometry' && typeof which === 'string')) return false;
  const landmarks = landmarksOf(workspace);
  const isPlaced = landmarks.some(({ name }) => name === cephalometry.selected);
  const selected = isPlaced ? cephalometry.selected : undefined;
  const last = which === 'last' ? landmarks.at(-1)?.name : undefined;
  const name = typeof which === 'object' ? which.name : (selected ?? last);
  if (name === undefined || !landmarks.some((one) => one.name === name)) return false;
  saveLandmarks(
    workspace,
    landmarks.filter((one) => one.name !== name),
  );
  changeState(workspace, { chosen: undefined, selected: undefined });
  return true;
}

export function removeAllLandmarks(workspace: PictureWorkspace): void {
  saveLandmarks(workspace, []);
  changeState(workspace, { chosen: undefined, selected: undefined });
}

/** Moves the selected landmark by pixels of the picture along the screen; false when there is none. */
export function moveLandmark(workspace: PictureWorkspace, [x, y]: Vec2, pixels: number): boolean {
  const { cephalometry, tool, viewport } = workspace.state.get();
  if (!cephalometry || tool !== 'cephalometry' || workspace.annotations.get().version) return false;
  const landmark = landmarksOf(workspace).find(({ name }) => name === cephalometry.selected);
  if (!landmark) return false;
  // only the directions of the axes matter, so any size does
  const { matrix, pxPerUnit } = projectionOf({ ...viewport, pan: [0, 0] }, { pane: [1, 1], picture: [1, 1] });
  const from = toPicture(matrix, [0, 0]);
  const to = toPicture(matrix, [x * pxPerUnit, y * pxPerUnit]);
  const at: Vec2 = [
    landmark.at[0] + Math.round(to[0] - from[0]) * pixels,
    landmark.at[1] + Math.round(to[1] - from[1]) * pixels,
  ];
  putLandmark(workspace, landmark.name, at, true);
  return true;
}

/** Where places in millimetres lie in the picture; the inverse of `placesOf`. */
export const positionsAt = (
  places: Places,
  { pixelAspect }: Frame,
  [across, down]: Vec3,
): ReadonlyMap<string, Vec2> =>
  new Map(
    Object.entries(places).flatMap(([name, at]) =>
      at ? [[name, [at[0] / across + 0.5, (-at[1] / down + 0.5) * pixelAspect] as const] as const] : [],
    ),
  );

/** The places in the picture, whose units are columns; a row is `pixelAspect` units high. */
export const positionsOf = (
  landmarks: readonly { name: string; at: Vec2 }[],
  pixelAspect: number,
): ReadonlyMap<string, Vec2> =>
  new Map(landmarks.map(({ name, at: [x, y] }) => [name, [x + 0.5, (y + 0.5) * pixelAspect] as const]));

/** Landmarks beyond the edges: those that were set on another copy of the picture, or by another program. */
export const outsideFrame = (landmarks: Landmarks, { columns, rows }: Frame): readonly string[] =>
  landmarks
    .filter(({ at: [x, y] }) => x < -0.5 || y < -0.5 || x > columns - 0.5 || y > rows - 0.5)
    .map(({ name }) => name);

/** Moves the landmark under the pointer, or sets the one that is asked for. */
export function startCephalometryDrag(
  workspace: PictureWorkspace,
  frame: Frame,
  pointer: PointerSample,
  projection: Projection,
): Drag | undefined {
  const shown = workspace.state.get();
  if (!shown.cephalometry || workspace.annotations.get().version) return undefined;
  const landmarks = landmarksOf(workspace);
  const all = [...openProposals(shown, landmarks), ...landmarks];
  const pixelAt = ([u, v]: Vec2): Vec2 => [u - 0.5, v / frame.pixelAspect - 0.5];
  const put = (undoable: boolean) => (name: string, position: Vec2) => {
    putLandmark(workspace, name, pixelAt(position), undoable);
    changeState(workspace, { chosen: undefined, selected: name });
  };
  return startLandmarkDrag(
    {
      positions: positionsOf(all, frame.pixelAspect),
      asked: askedLandmark(shown, landmarks),
      remember: () => workspace.annotations.remember(),
      move: put(false),
      set: put(true),
    },
    pointer,
    projection,
  );
}
