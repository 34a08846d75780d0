import type { Surface } from '../../geometry/surface.ts';
import type { Vec3 } from '../../geometry/vectors.ts';
import { type Projection, toScreen } from '../../geometry/viewport.ts';
import { useStore } from '../../state/store.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { handlesOf, isAxial, SIDES } from './pick-condyles.ts';
import { condylesIn, useReading } from './reading.ts';
import classes from './reading-modes.module.css';

interface CondylesOnSliceProps {
  workspace: Workspace;
  surface: Surface;
  projection: Projection;
}

/** Other planes show a centre if they pass this near to it. */
const NEAR_MM = 2;

/** The axes of both condyles with their handles on axial slices, and their centres on the others. */
export function CondylesOnSlice({ workspace, surface, projection: { matrix } }: CondylesOnSliceProps) {
  const reading = useReading(workspace);
  const picked = useStore(workspace.modes, (all) => all.pickedCondyles);
  const screen = (point: Vec3) => toScreen(matrix, surface.toPosition(point).position);
  if (picked)
    return picked.map((point, at) => {
      const [x, y] = screen(point);
      return <circle key={at} cx={x} cy={y} r={5} className={classes.handle} />;
    });
  const condyles = reading && condylesIn(workspace, reading);
  if (!condyles) return null;
  return SIDES.map((side) => {
    const points = handlesOf(condyles[side]);
    const [x, y] = screen(points[0]);
    const [lateralX, lateralY] = screen(points[1]);
    const [medialX, medialY] = screen(points[2]);
    if (!isAxial(workspace, surface))
      return Math.abs(surface.toPosition(points[0]).offset) < NEAR_MM ? (
        <circle key={side} cx={x} cy={y} r={5} className={classes.handle} />
      ) : null;
    return (
      <g key={side} className={classes.axis} data-condyle={side}>
        <path d={`M${lateralX} ${lateralY} L${medialX} ${medialY}`} />
        <circle cx={x} cy={y} r={6} />
        <circle cx={lateralX} cy={lateralY} r={5} />
        <circle cx={medialX} cy={medialY} r={5} />
      </g>
    );
  });
}
