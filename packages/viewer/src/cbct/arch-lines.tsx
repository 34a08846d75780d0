import { planeToSpace, spaceToPlane } from '@snimok/imaging/panorama/plane';
import { useMemo } from 'react';
import { nearestOnCurve, nearestSegment, pointOnCurve } from '../geometry/arch.ts';
import type { Surface } from '../geometry/surface.ts';
import { clamp, type Vec2, type Vec3 } from '../geometry/vectors.ts';
import { type Matrix, type Projection, toScreen } from '../geometry/viewport.ts';
import type { Drag, PointerSample } from '../pane/gestures.ts';
import { useStore } from '../store.ts';
import classes from './cbct.module.css';
import { curveOf, type EditableArch, hasArch, shownArch } from './state.ts';
import type { Workspace } from './workspace.ts';

interface ArchLinesProps {
  workspace: Workspace;
  surface: Surface;
  projection: Projection;
}

/** How near to a handle or to the line a drag must start. */
const HANDLE_REACH_PX = { fine: 12, coarse: 24 };
const LINE_REACH_PX = 8;
const CROSS_SECTION_HALF_MM = 9;

/**
 * The arch on the axial slice, with the cross-section at the crosshair, or with handles while it is edited.
 */
export function ArchLines({ workspace: { state }, surface, projection: { matrix } }: ArchLinesProps) {
  const all = useStore(state, (every) => every);
  const { arch: edited, frame, editing, cursor } = all;
  const arch = useMemo(() => shownArch({ arch: edited, frame }), [edited, frame]);
  const { curve, plane } = useMemo(() => curveOf(arch), [arch]);
  const screen = (point: Vec3) => toScreen(matrix, surface.toPosition(point).position);
  const line = curve.points
    .map((point, at) => `${at === 0 ? 'M' : 'L'}${screen(planeToSpace(plane, point)).join(' ')}`)
    .join(' ');
  const { at, inwards } = pointOnCurve(curve, nearestOnCurve(curve, spaceToPlane(plane, cursor)).alongMm);
  const end = (side: number): Vec2 => [
    at[0] + inwards[0] * side * CROSS_SECTION_HALF_MM,
    at[1] + inwards[1] * side * CROSS_SECTION_HALF_MM,
  ];
  const [outer, inner] = [screen(planeToSpace(plane, end(-1))), screen(planeToSpace(plane, end(1)))];
  const handles = editing ? arch.points.map((point) => screen(planeToSpace(plane, point))) : [];
  const radius = handleRadius(handles);
  if (!hasArch(all)) return null;
  return (
    <g className={classes.arch} data-editing={editing || undefined}>
      <path d={line} className={classes.archOutline} />
      <path d={line} className={classes.archLine} />
      {!editing && <path d={`M${outer.join(' ')} L${inner.join(' ')}`} className={classes.crossSection} />}
      {editing &&
        handles.map(([x, y], index) => (
          <circle key={index} cx={x} cy={y} r={radius} className={classes.archHandle} />
        ))}
    </g>
  );
}

/**
 * While the arch is edited: drags a handle, or adds one where the line is pressed. Elsewhere returns
 * undefined.
 */
export function startArchDrag(
  { state }: Workspace,
  surface: Surface,
  pointer: PointerSample,
  { matrix }: Projection,
): Drag | undefined {
  const { editing, arch } = state.get();
  if (!editing) return undefined;
  const reach = HANDLE_REACH_PX[pointer.coarse ? 'coarse' : 'fine'];
  const screen = (point: Vec2) => screenOf(arch, point, surface, matrix);
  const setPoints = (points: EditableArch['points']) =>
    state.set(({ arch: before }) => ({ arch: { ...before, points, changed: true } }));
  const distances = arch.points.map((point) => distance(screen(point), pointer.px));
  let index = distances.indexOf(Math.min(...distances));
  if ((distances[index] ?? Infinity) > reach) index = -1;
  const pressed = spaceToPlane(arch.plane, surface.toPoint(pointer.position));
  if (index < 0) {
    const { curve } = curveOf(arch);
    const nearest = pointOnCurve(curve, nearestOnCurve(curve, pressed).alongMm).at;
    if (distance(screen(nearest), pointer.px) > LINE_REACH_PX) return undefined;
    index = nearestSegment(arch.points, pressed) + 1;
    setPoints(state.get().arch.points.toSpliced(index, 0, pressed));
  }
  return {
    move: ({ position }) => {
      state.set({ dragging: true });
      setPoints(state.get().arch.points.with(index, spaceToPlane(arch.plane, surface.toPoint(position))));
    },
    end: () => state.set({ dragging: false }),
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
