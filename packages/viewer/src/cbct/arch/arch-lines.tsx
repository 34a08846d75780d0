import type { Point } from '@snimok/imaging/panorama/curve';
import { planeToSpace, spaceToPlane } from '@snimok/imaging/panorama/plane';
import { useMemo } from 'react';
import { nearestOnCurve, nearestSegment, pointOnCurve } from '../../geometry/arch.ts';
import type { Surface } from '../../geometry/surface.ts';
import { clamp, type Vec2, type Vec3 } from '../../geometry/vectors.ts';
import { type Matrix, type Projection, toScreen } from '../../geometry/viewport.ts';
import type { Drag, PointerSample } from '../../pane/gestures.ts';
import { useFields } from '../../state/store.ts';
import classes from '../workspace/cbct.module.css';
import { finishArchChange } from './jaw-arches.ts';
import { curveOf, type EditableArch, hasArch, shownArch } from '../workspace/state.ts';
import { SectionTicks } from './section-ticks.tsx';
import type { Workspace } from '../workspace/workspace.ts';

interface ArchLinesProps {
  workspace: Workspace;
  surface: Surface;
  projection: Projection;
}

/** How near to a handle or to the line a drag must start. */
const HANDLE_REACH_PX = { fine: 12, coarse: 24 };
const LINE_REACH_PX = { fine: 8, coarse: 20 };
/** The portal stores at most this many points. */
const MOST_POINTS = 64;
const CROSS_SECTION_HALF_MM = 9;

/**
 * The arch on the axial slice, with the cross-section at the crosshair, or with handles while it is edited.
 */
export function ArchLines({ workspace: { state }, surface, projection }: ArchLinesProps) {
  const { matrix } = projection;
  const shown = useFields(state, 'arch', 'frame', 'editing', 'cursor', 'shownSections', 'crossSectionStepMm');
  const { arch: edited, frame, editing, cursor } = shown;
  const arch = useMemo(() => shownArch({ arch: edited, frame }), [edited, frame]);
  const { curve, plane } = useMemo(() => curveOf(arch), [arch]);
  const screen = (point: Vec3) => toScreen(matrix, surface.toPosition(point).position);
  const line = curve.points
    .map((point, at) => `${at === 0 ? 'M' : 'L'}${screen(planeToSpace(plane, point)).join(' ')}`)
    .join(' ');
  const { alongMm } = nearestOnCurve(curve, spaceToPlane(plane, cursor));
  const { at, inwards } = pointOnCurve(curve, alongMm);
  const end = (side: number): Vec2 => [
    at[0] + inwards[0] * side * CROSS_SECTION_HALF_MM,
    at[1] + inwards[1] * side * CROSS_SECTION_HALF_MM,
  ];
  const outer = screen(planeToSpace(plane, end(-1)));
  const inner = screen(planeToSpace(plane, end(1)));
  const handles = editing ? arch.points.map((point) => screen(planeToSpace(plane, point))) : [];
  const radius = handleRadius(handles);
  if (!hasArch(shown)) return null;
  return (
    <g className={classes.arch} data-editing={editing || undefined}>
      <path d={line} className={classes.archOutline} />
      <path d={line} className={classes.archLine} />
      {!editing && <path d={`M${outer.join(' ')} L${inner.join(' ')}`} className={classes.crossSection} />}
      {!editing && (
        <g className={classes.sectionTicks}>
          <SectionTicks
            arch={{ curve, plane }}
            alongMm={alongMm}
            numbers={shown.shownSections}
            stepMm={shown.crossSectionStepMm}
            surface={surface}
            projection={projection}
          />
        </g>
      )}
      {editing &&
        handles.map(([x, y], index) => (
          <circle key={index} cx={x} cy={y} r={radius} className={classes.archHandle} />
        ))}
    </g>
  );
}

/** A shorter drag of the line is a click. */
const CLICK_PX = 5;

/**
 * While the arch is edited: drags a handle, or the whole arch by its line; a click on the line adds a handle. Elsewhere
 * returns undefined.
 */
export function startArchDrag(
  workspace: Workspace,
  surface: Surface,
  pointer: PointerSample,
  { matrix }: Projection,
): Drag | undefined {
  const { state } = workspace;
  const { editing, arch } = state.get();
  if (!editing) return undefined;
  const screen = (point: Vec2) => screenOf(arch, point, surface, matrix);
  const inPlane = (position: Vec2) => spaceToPlane(arch.plane, surface.toPoint(position));
  const distances = arch.points.map((point) => distance(screen(point), pointer.px));
  const index = distances.indexOf(Math.min(...distances));
  const pressed = inPlane(pointer.position);
  if ((distances[index] ?? Infinity) <= HANDLE_REACH_PX[pointer.coarse ? 'coarse' : 'fine'])
    return dragTo(workspace, ({ position }) => arch.points.with(index, inPlane(position)));
  const { curve } = curveOf(arch);
  const nearest = pointOnCurve(curve, nearestOnCurve(curve, pressed).alongMm).at;
  if (distance(screen(nearest), pointer.px) > LINE_REACH_PX[pointer.coarse ? 'coarse' : 'fine'])
    return undefined;
  const added = arch.points.toSpliced(nearestSegment(arch.points, pressed) + 1, 0, pressed);
  return dragTo(
    workspace,
    ({ position }) => movedBy(arch.points, pressed, inPlane(position)),
    arch.points.length < MOST_POINTS ? added : undefined,
  );
}

const movedBy = (points: readonly Point[], from: Point, to: Point): Point[] =>
  points.map(([x, y]) => [x + to[0] - from[0], y + to[1] - from[1]]);

/** Changes the points while the pointer is dragged. `clicked`: the points after a click without a drag. */
function dragTo(
  workspace: Workspace,
  pointsAt: (pointer: PointerSample) => EditableArch['points'],
  clicked?: EditableArch['points'],
): Drag {
  const { state } = workspace;
  const { arch: before } = state.get();
  const setPoints = (points: EditableArch['points']) =>
    state.set(({ arch, jaw }) => ({ arch: { ...arch, points, changed: jaw === 'both' } }));
  return {
    move: (pointer) => {
      if (pointer.travelPx < CLICK_PX) return;
      state.set({ dragging: true });
      setPoints(pointsAt(pointer));
    },
    end: ({ travelPx }, aborted) => {
      state.set({ dragging: false });
      if (aborted) return state.set({ arch: before });
      if (travelPx < CLICK_PX && !clicked) return;
      if (travelPx < CLICK_PX && clicked) setPoints(clicked);
      finishArchChange(workspace, before);
    },
  };
}

const screenOf = ({ plane }: EditableArch, point: Vec2, surface: Surface, matrix: Matrix): Vec2 =>
  toScreen(matrix, surface.toPosition(planeToSpace(plane, point)).position);

const HANDLE_RADIUS_PX = { least: 3, most: 7, gap: 2 };

/** Handles of a small arch are smaller, so that there is a gap between them. */
function handleRadius(handles: readonly Vec2[]): number {
  const { least, most, gap } = HANDLE_RADIUS_PX;
  const nearest = handles.slice(1).map((handle, at) => distance(handle, handles[at]!));
  return clamp(Math.min(...nearest, Infinity) / 2 - gap, least, most);
}

const distance = (one: Vec2, other: Vec2) => Math.hypot(one[0] - other[0], one[1] - other[1]);
