import { dot } from '../../geometry/rod.ts';
import type { Surface } from '../../geometry/surface.ts';
import type { Vec3 } from '../../geometry/vectors.ts';
import type { Drag } from '../../pane/gestures.ts';
import { isHounsfieldLike } from '../../rendering/value-range.ts';
import { moveCursor, selectTool, showSlice } from '../workspace/commands.ts';
import { shownAxes } from '../levelling/levelling.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { changeReading, pointIn, pointOf, type Reading, readingOf } from './reading.ts';
import type { RegionState } from '../workspace/reading-modes-state.ts';

export type RegionKind = RegionState['kind'];

const EMPTY = { isMeasuring: false, problem: undefined, result: undefined, mask: undefined } as const;

/**
 * Shows the region or the airway that was set, or asks for its point; if it is shown already, closes it. What was set is kept
 * with the study.
 */
export function toggleRegion(workspace: Workspace, kind: RegionKind): void {
  if (workspace.modes.get().region?.kind === kind) return workspace.modes.set({ region: undefined });
  const isPicking = kind === 'tooth' || readingOf(workspace)?.[kind] === undefined;
  selectTool(workspace, 'crosshair');
  workspace.state.set({ levelling: undefined });
  showSlice(workspace);
  workspace.modes.set({ region: { kind, isPicking, ...EMPTY } });
}

/** Whether the point is set: that of a tooth lasts until the bar is closed, the others are kept with the study. */
export const isRegionSet = (workspace: Workspace, { kind, toothAt }: RegionState): boolean =>
  kind === 'tooth' ? toothAt !== undefined : readingOf(workspace)?.[kind] !== undefined;

export function startPickingRegion(workspace: Workspace): void {
  selectTool(workspace, 'crosshair');
  workspace.modes.set(({ region }) => ({ region: region && { ...region, isPicking: true } }));
}

export const startPickingPoint = (workspace: Workspace, surface: Surface): Drag => ({
  end: ({ position }, aborted) => {
    if (!aborted) pickPoint(workspace, surface.toPoint(position));
  },
});

/** Values of one tissue differ this much around a point: three standard deviations of a device's usual noise. */
const TOLERANCE = 200;
/** Between air and soft tissue in Hounsfield units. */
const AIR_BELOW = -470;
const REACH_MM = 20;
const LEVEL_MM = 15;

function pickPoint(workspace: Workspace, point: Vec3): void {
  const { modes, volumeClient, series } = workspace;
  const { region } = modes.get();
  if (!region) return;
  moveCursor(workspace, point);
  if (region.kind === 'tooth')
    return modes.set({ region: { ...region, ...EMPTY, isPicking: false, toothAt: point } });
  modes.set({ region: { ...region, isPicking: false } });
  const at = pointOf(workspace, point);
  if (region.kind === 'airway') {
    const before = readingOf(workspace)?.airway;
    const below = before?.below ?? (isHounsfieldLike(series.window) ? AIR_BELOW : undefined);
    if (below !== undefined) {
      const levels = { upMm: before?.upMm ?? LEVEL_MM, downMm: before?.downMm ?? LEVEL_MM };
      return setRegion(workspace, { airway: { ...levels, at, below } });
    }
  }
  // without known units, the limits follow from the values at the point
  volumeClient.request('region probe', 'probe', { at: point, radiusMm: 0.8 }, ({ statistics }) => {
    if (!statistics) return showProblem(workspace, 'none');
    const mean = Math.round(statistics.mean);
    const tolerance = Math.round(TOLERANCE * toleranceScale(workspace));
    if (region.kind === 'airway')
      return setRegion(workspace, {
        airway: { at, below: mean + tolerance, upMm: LEVEL_MM, downMm: LEVEL_MM },
      });
    const reachMm = readingOf(workspace)?.region?.reachMm ?? REACH_MM;
    setRegion(workspace, { region: { at, low: mean - tolerance, high: mean + tolerance, reachMm } });
  });
}

/** Scales the tolerance to a tenth of the window's width for values in other units. */
const toleranceScale = ({ series }: Workspace): number =>
  isHounsfieldLike(series.window) ? 1 : series.window.width / (10 * TOLERANCE);

/** Saves the point or the limits; the bar then measures again. */
export const setRegion = (workspace: Workspace, change: Pick<Reading, 'region' | 'airway'>): void =>
  changeReading(workspace, change);

function showProblem({ modes }: Workspace, problem: RegionState['problem']): void {
  modes.set(({ region }) => ({ region: region && { ...region, ...EMPTY, problem } }));
}

/** Measures what is set, once the whole volume has been loaded. */
export function measureRegion(workspace: Workspace): void {
  const { modes, volumeClient } = workspace;
  const { region } = modes.get();
  const reading = readingOf(workspace);
  if (!region || !volumeClient.isComplete) return;
  if (region.kind === 'tooth') return separate(workspace, region);
  if (!reading?.[region.kind]) return;
  modes.set({ region: { ...region, isMeasuring: true } });
  if (region.kind === 'region') measureDensities(workspace, reading.region!);
  else measureAir(workspace, reading.airway!);
}

const isShown = ({ modes }: Workspace, kind: RegionKind): boolean => modes.get().region?.kind === kind;

function measureDensities(workspace: Workspace, { at, ...limits }: NonNullable<Reading['region']>): void {
  const request = { ...limits, at: pointIn(workspace, at) };
  workspace.volumeClient.request('region', 'region', request, ({ region: found }) => {
    if (!isShown(workspace, 'region')) return;
    if (!found) return showProblem(workspace, 'none');
    const { mask, isOpen, ...values } = found;
    const problem = isOpen ? 'open' : undefined;
    workspace.modes.set(({ region }) => ({
      region: region && { ...region, ...EMPTY, problem, result: { kind: 'region', ...values }, mask },
    }));
  });
}

/** In Hounsfield units, enamel is denser than all bone. */
const LEAST_ENAMEL = 1900;

function separate(workspace: Workspace, region: RegionState): void {
  const { modes, series, volumeClient } = workspace;
  const at = region.toothAt;
  if (!at) return;
  modes.set({ region: { ...region, isMeasuring: true } });
  const leastEnamel = isHounsfieldLike(series.window) ? LEAST_ENAMEL : undefined;
  volumeClient.request('region', 'tooth', { at, leastEnamel }, ({ tooth }) => {
    if (!isShown(workspace, 'tooth') || modes.get().region?.toothAt !== at) return;
    if (!tooth) return showProblem(workspace, 'none');
    const { mask, isOpen, volumeMm3 } = tooth;
    modes.set(({ region: shown }) => ({
      region: shown && {
        ...shown,
        ...EMPTY,
        mask,
        problem: isOpen ? 'open' : undefined,
        result: { kind: 'tooth', volumeMm3 },
      },
    }));
  });
}

function measureAir(workspace: Workspace, airway: NonNullable<Reading['airway']>): void {
  const point = pointIn(workspace, airway.at);
  const [, , up] = shownAxes(workspace.state.get());
  const height = dot(point, up);
  const request = {
    at: point,
    up,
    levelsMm: [height - airway.downMm, height + airway.upMm] as const,
    below: airway.below,
  };
  workspace.volumeClient.request('region', 'airway', request, ({ airway: found }) => {
    if (!isShown(workspace, 'airway')) return;
    if (!found) return showProblem(workspace, 'none');
    const { mask, ...result } = found;
    workspace.modes.set(({ region }) => ({
      region: region && { ...region, ...EMPTY, result: { kind: 'airway', ...result }, mask },
    }));
  });
}
