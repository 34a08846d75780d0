import { useMemo } from 'react';
import { planeToSpace } from '@snimok/imaging/panorama/plane';
import { curveOfLine } from '../../geometry/reslice.ts';
import { dot } from '../../geometry/rod.ts';
import type { Surface } from '../../geometry/surface.ts';
import { type Projection, toScreen } from '../../geometry/viewport.ts';
import { useFields } from '../../state/store.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { lineIn, useReading } from './reading.ts';
import classes from './reading-modes.module.css';

interface LineOnSliceProps {
  workspace: Workspace;
  surface: Surface;
  projection: Projection;
}

/** The names of the line's ends, on the slice and below its cut. */
export const LINE_ENDS = ['А', 'Б'] as const;
/** The line is dashed if it is farther than this from its slice. */
const NEAR_MM = 0.6;

/** The line of the cut with its handles, on slices parallel to that on which it was drawn. */
export function LineOnSlice({ workspace, surface, projection: { matrix } }: LineOnSliceProps) {
  const reading = useReading(workspace);
  const { draft, isDrawing } = useFields(workspace.modes, 'draft', 'isDrawing');
  const line = useMemo(
    () => (isDrawing ? draft : reading && lineIn(workspace, reading)),
    [isDrawing, draft, reading, workspace],
  );
  const arch = useMemo(() => line && curveOfLine(line), [line]);
  if (!line || Math.abs(dot(line.across, surface.normalAt(0))) < 0.999) return null;
  const screen = (point: readonly [number, number, number]) =>
    toScreen(matrix, surface.toPosition(point).position);
  const handles = line.points.map(screen);
  // every fifth sample of 0.1 mm
  const samples = arch?.curve.points.filter((_, at, all) => at % 5 === 0 || at === all.length - 1) ?? [];
  const path = samples
    .map((point, at) => `${at === 0 ? 'M' : 'L'}${screen(planeToSpace(arch!.plane, point)).join(' ')}`)
    .join(' ');
  const isNear = line.points.every((point) => Math.abs(surface.toPosition(point).offset) < NEAR_MM);
  const ends = [handles[0], handles.length > 1 ? handles.at(-1) : undefined];
  return (
    <g className={classes.cutLine} data-near={isNear || undefined} data-cut-line>
      {path && <path d={path} className={classes.outline} />}
      {path && <path d={path} />}
      {handles.map(([x, y], at) => (
        <circle key={at} cx={x} cy={y} r={5} />
      ))}
      {ends.map(
        (end, at) =>
          end && (
            <text key={at} x={end[0]} y={end[1] - 10}>
              {LINE_ENDS[at]}
            </text>
          ),
      )}
    </g>
  );
}
