import type { Axis } from '@snimok/imaging/volume/slice';
import type { Surface } from '../../geometry/surface.ts';
import type { Vec2 } from '../../geometry/vectors.ts';
import { type Projection, toScreen } from '../../geometry/viewport.ts';
import type { Drag, PointerSample } from '../../pane/gestures.ts';
import { useFields } from '../../state/store.ts';
import { pickPoint, rotateLevelling } from './levelling.ts';
import classes from './levelling.module.css';
import type { Workspace } from '../workspace/workspace.ts';

interface LevellingLinesProps {
  workspace: Workspace;
  surface: Surface;
  projection: Projection;
}

/** Handles are on the crosshair's lines, at this part of half of the pane's smaller side. */
const HANDLE_PART = 0.7;
const HANDLE_PX = 9;
const REACH_PX = { fine: 14, coarse: 28 };
/** A set point is shown on planes as near as this. */
const NEAR_MM = 2;

const handlesOf = ([x, y]: Vec2, [width, height]: Vec2): Vec2[] => {
  const away = (Math.min(width, height) / 2) * HANDLE_PART;
  return [
    [x + away, y],
    [x, y - away],
    [x - away, y],
    [x, y + away],
  ];
};

/** While the volume is being levelled: the points set so far, and handles that rotate it about the crosshair. */
export function LevellingLines({ workspace: { state }, surface, projection }: LevellingLinesProps) {
  const { levelling, cursor } = useFields(state, 'levelling', 'cursor');
  if (!levelling) return null;
  const center = toScreen(projection.matrix, surface.toPosition(cursor).position);
  return (
    <g>
      {!levelling.isPicking &&
        handlesOf(center, projection.pane).map(([x, y], at) => (
          <circle
            key={at}
            cx={x}
            cy={y}
            r={HANDLE_PX}
            className={classes.handle}
            stroke="#ffd43b"
            data-rotate
          />
        ))}
      {levelling.points.map((point, at) => {
        const { position, offset } = surface.toPosition(point);
        if (Math.abs(offset) > NEAR_MM) return null;
        const [x, y] = toScreen(projection.matrix, position);
        return <circle key={at} cx={x} cy={y} r={5} className={classes.point} />;
      })}
    </g>
  );
}

/** Sets a point where the pointer is released, or rotates the volume in this plane while a handle is dragged. */
export function startLevelling(
  workspace: Workspace,
  axis: Axis,
  surface: Surface,
  { px, coarse }: PointerSample,
  { matrix, pane }: Projection,
): Drag | undefined {
  const { levelling, cursor } = workspace.state.get();
  if (!levelling) return undefined;
  if (levelling.isPicking)
    return {
      end: ({ position }, aborted) => {
        if (!aborted) pickPoint(workspace, surface.toPoint(position));
      },
    };
  const center = toScreen(matrix, surface.toPosition(cursor).position);
  const reach = REACH_PX[coarse ? 'coarse' : 'fine'];
  const isHandle = handlesOf(center, pane).some(([x, y]) => Math.hypot(x - px[0], y - px[1]) <= reach);
  if (!isHandle) return undefined;
  const angleOf = ([x, y]: Vec2) => (Math.atan2(y - center[1], x - center[0]) * 180) / Math.PI;
  let last = angleOf(px);
  workspace.annotations.remember();
  return {
    move: ({ px: to }) => {
      const now = angleOf(to);
      const clockwise = ((((now - last) % 360) + 540) % 360) - 180;
      last = now;
      rotateLevelling(workspace, axis, clockwise * TURN[axis], false);
    },
  };
}

/** Signs with which the picture follows the pointer: only the axis of the sagittal plane points to the viewer. */
const TURN: Record<Axis, 1 | -1> = { 0: 1, 1: -1, 2: -1 };
