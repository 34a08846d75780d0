import type { CSSProperties, ReactNode } from 'react';
import type { Vec2 } from '../geometry/vectors.ts';
import { type Projection, toScreen } from '../geometry/viewport.ts';
import { captionOf, type Annotation } from './annotation.ts';
import { isVisibleOn, type AnnotationLayer, screenPoints } from './annotation-layer.ts';
import classes from './annotations.module.css';
import type { AnnotationsState } from './annotations-store.ts';

interface AnnotationShapesProps {
  state: AnnotationsState;
  layer: AnnotationLayer;
  projection: Projection;
}

/** The annotations visible on a layer. Those of other authors have another colour and cannot be selected. */
export function AnnotationShapes({ state, layer, projection }: AnnotationShapesProps) {
  const { own, others, draft, selected, shown } = state;
  const visibleOf = (annotations: readonly Annotation[]) =>
    annotations.filter((annotation) => isVisibleOn(annotation, layer));
  const shape = (annotation: Annotation, owner: 'own' | 'other') => (
    <AnnotationShape
      key={annotation.markID}
      annotation={annotation}
      owner={owner}
      selected={annotation.markID === selected || annotation === draft}
      layer={layer}
      projection={projection}
    />
  );
  return (
    <>
      {shown &&
        others.flatMap(({ marks }) => visibleOf(marks).map((annotation) => shape(annotation, 'other')))}
      {shown && visibleOf(own).map((annotation) => shape(annotation, 'own'))}
      {draft && visibleOf([draft]).map((annotation) => shape(annotation, 'own'))}
    </>
  );
}

interface AnnotationShapeProps {
  annotation: Annotation;
  owner: 'own' | 'other';
  selected: boolean;
  layer: AnnotationLayer;
  projection: Projection;
}

function AnnotationShape({ annotation, owner, selected, layer, projection }: AnnotationShapeProps) {
  const points = screenPoints(annotation, layer, projection.matrix);
  const opacity = opacityOf(annotation, layer);
  // a faint shape has no caption, because the caption would cover the picture
  const caption = opacity < 0.5 ? '' : captionOf(annotation, layer.unitMm);
  const widthPx = (annotation.sizeMm ?? 0) * projection.pxPerUnit;
  return (
    <g
      className={classes.annotation}
      data-kind={annotation.kind}
      data-owner={owner}
      data-selected={selected || undefined}
      style={{ '--depth-opacity': opacity } as CSSProperties}
    >
      {shapes[annotation.kind](points, widthPx)}
      {annotation.kind === 'canal' &&
        crossings(annotation, layer, projection).map(([x, y], index) => (
          <circle key={index} cx={x} cy={y} r={Math.max(3, widthPx / 2)} className={classes.crossing} />
        ))}
      {selected &&
        points.map(([x, y], index) => <circle key={index} cx={x} cy={y} r={5} className={classes.handle} />)}
      {caption && <Caption at={captionPosition(annotation, points)} text={caption} />}
    </g>
  );
}

/** Falls with the distance from the surface to 0.25 at 7.5 mm and more. */
function opacityOf({ kind, points }: Annotation, { toPosition }: AnnotationLayer): number {
  if (kind !== 'canal' && kind !== 'implant') return 1;
  const nearest = Math.min(...points.map((point) => Math.abs(toPosition(point).offset)));
  return Math.max(0.25, 1 - nearest / 10);
}

/**
 * The screen positions where the canal passes through the surface. Rings drawn there show the canal in a
 * cross-section.
 */
function crossings({ points }: Annotation, { toPosition }: AnnotationLayer, { matrix }: Projection): Vec2[] {
  const projected = points.map((point) => toPosition(point));
  return projected.slice(1).flatMap((to, at) => {
    const from = projected[at]!;
    if (from.offset * to.offset >= 0) return [];
    const fraction = from.offset / (from.offset - to.offset);
    const position = [0, 1].map(
      (axis) => from.position[axis]! + (to.position[axis]! - from.position[axis]!) * fraction,
    );
    return [toScreen(matrix, [position[0]!, position[1]!])];
  });
}

const Caption = ({ at: [x, y], text }: { at: Vec2; text: string }) => (
  <text x={x} y={y} className={classes.caption}>
    {text.split('\n').map((line, index) => (
      <tspan key={index} x={x} dy={index === 0 ? 0 : '1.25em'}>
        {line}
      </tspan>
    ))}
  </text>
);

const path = (points: readonly Vec2[]) =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join(' ');

/** Drawn twice, with a dark outline below, so that it is visible on bone. */
const Line = ({ d }: { d: string }) => (
  <>
    <path d={d} className={classes.outline} />
    <path d={d} className={classes.line} />
  </>
);

const straight = (points: readonly Vec2[]) => <Line d={path(points)} />;

/** A line with a short tick across each end. */
function ruled(points: readonly Vec2[]): ReactNode {
  const [from, to] = points;
  if (!from || !to) return null;
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [nx, ny] = [(-(to[1] - from[1]) / length) * 5, ((to[0] - from[0]) / length) * 5];
  const tick = ([x, y]: Vec2) => `M${x - nx} ${y - ny} L${x + nx} ${y + ny}`;
  return <Line d={`${path(points)} ${tick(from)} ${tick(to)}`} />;
}

/** The tip is the first point, where the user begins to drag. */
function arrow(points: readonly Vec2[]): ReactNode {
  const [tip, tail] = points;
  if (!tip || !tail) return null;
  const angle = Math.atan2(tail[1] - tip[1], tail[0] - tip[0]);
  const wing = (by: number): Vec2 => [tip[0] + 12 * Math.cos(angle + by), tip[1] + 12 * Math.sin(angle + by)];
  return <Line d={`${path([tip, tail])} ${path([wing(0.45), tip, wing(-0.45)])}`} />;
}

function cross(points: readonly Vec2[]): ReactNode {
  const [point] = points;
  if (!point) return null;
  const [x, y] = point;
  return (
    <Line
      d={`M${x - 7} ${y} H${x - 2} M${x + 2} ${y} H${x + 7} M${x} ${y - 7} V${y - 2} M${x} ${y + 2} V${y + 7}`}
    />
  );
}

const dot = ([point]: readonly Vec2[]) =>
  point && <circle cx={point[0]} cy={point[1]} r={3.5} className={classes.dot} />;

/** A band as wide as the canal, its centre line, and a dot at each point. */
const canal = (points: readonly Vec2[], widthPx: number) => (
  <>
    <path d={path(points)} className={classes.band} strokeWidth={widthPx} />
    <Line d={path(points)} />
    {points.map(([x, y], index) => (
      <circle key={index} cx={x} cy={y} r={2.5} className={classes.dot} />
    ))}
  </>
);

/** A rectangle along the implant's axis, rounded at the apex. */
function implant(points: readonly Vec2[], widthPx: number): ReactNode {
  const [head, apex] = points;
  if (!head || !apex) return null;
  const length = Math.hypot(apex[0] - head[0], apex[1] - head[1]);
  const degrees = (Math.atan2(apex[1] - head[1], apex[0] - head[0]) * 180) / Math.PI - 90;
  const half = widthPx / 2;
  const round = Math.min(half, length);
  const outline = `M${-half} 0 H${half} V${length - round} Q${half} ${length} 0 ${length} Q${-half} ${length} ${-half} ${length - round} Z`;
  return (
    <g transform={`translate(${head[0]} ${head[1]}) rotate(${degrees})`}>
      <path d={outline} className={classes.body} />
      <Line d={`${outline} M0 -6 V${length + 6}`} />
    </g>
  );
}

const shapes: Record<Annotation['kind'], (points: readonly Vec2[], widthPx: number) => ReactNode> = {
  length: ruled,
  calibration: ruled,
  angle: straight,
  arrow,
  note: dot,
  probe: cross,
  canal,
  implant,
};

/** Beside the last point; for an angle its vertex, for an arrow its tail. */
function captionPosition({ kind }: Annotation, points: readonly Vec2[]): Vec2 {
  const [x, y] = (kind === 'angle' || kind === 'arrow' ? points[1] : points.at(-1)) ?? [0, 0];
  return [x + 12, y + 5];
}
