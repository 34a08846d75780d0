import type { Vec2 } from '../geometry/vectors.ts';
import { type Projection, toScreen } from '../geometry/viewport.ts';
import type { AnalysisData } from './analyses/analysis-data.ts';
import classes from './cephalometry.module.css';
import { placeOf } from './analyses/formula.ts';
import proposal from './proposal.module.css';

interface LandmarkShapesProps {
  analysis: AnalysisData;
  /** in the picture */
  positions: ReadonlyMap<string, Vec2>;
  current: string | undefined;
  projection: Projection;
}

type TracingShapesProps = Pick<LandmarkShapesProps, 'analysis' | 'positions' | 'projection'>;

/** The tracing of another date, without names: its landmarks lie beside those of the same name. */
export const OtherTracingShapes = ({ analysis, positions, projection: { matrix } }: TracingShapesProps) => (
  <g className={classes.otherTracing} data-other-tracing>
    {analysis.lines.map((line, at) => {
      const [start, end] = line.map((point) => placeOf(point, (name) => positions.get(name)));
      if (!start || !end) return null;
      const a = toScreen(matrix, start);
      const b = toScreen(matrix, end);
      return <path key={at} d={`M${a.join(' ')} L${b.join(' ')}`} />;
    })}
    {[...positions].map(([name, position]) => {
      const [x, y] = toScreen(matrix, position);
      return <circle key={name} cx={x} cy={y} r={3} />;
    })}
  </g>
);

interface ProposedShapesProps extends Pick<LandmarkShapesProps, 'positions' | 'projection'> {
  /** the one that the next decision is about */
  current: string | undefined;
}

/** What a model proposes, without lines, since nothing is measured by it. */
export const ProposedShapes = ({ positions, current, projection: { matrix } }: ProposedShapesProps) => (
  <g className={proposal.proposed} data-proposed>
    {[...positions].map(([name, position]) => {
      const [x, y] = toScreen(matrix, position);
      return (
        <g key={name} data-proposed-landmark={name} data-current={name === current || undefined}>
          <circle cx={x} cy={y} r={name === current ? 9 : 6} />
          <path d={`M${x - 2} ${y} h4 M${x} ${y - 2} v4`} />
          <text x={x} y={y - 12} className={proposal.name}>
            {name}
          </text>
        </g>
      );
    })}
  </g>
);

/** The placed landmarks and the lines that are measured. */
export const LandmarkShapes = ({
  analysis,
  positions,
  current,
  projection: { matrix },
}: LandmarkShapesProps) => (
  <g>
    {analysis.lines.map((line, at) => {
      const [start, end] = line.map((point) => placeOf(point, (name) => positions.get(name)));
      if (!start || !end) return null;
      const a = toScreen(matrix, start);
      const b = toScreen(matrix, end);
      return <path key={at} className={classes.planeLine} d={`M${a.join(' ')} L${b.join(' ')}`} />;
    })}
    {[...positions].map(([name, position]) => {
      const [x, y] = toScreen(matrix, position);
      return (
        <g key={name} data-landmark={name}>
          <circle cx={x} cy={y} r={name === current ? 6 : 4} className={classes.landmark} />
          <text x={x} y={y - 8} className={classes.landmarkName}>
            {name}
          </text>
        </g>
      );
    })}
  </g>
);
