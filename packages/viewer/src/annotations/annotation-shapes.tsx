import type { CSSProperties, ReactNode } from 'react';
import type { Vec2 } from '../geometry/vectors.ts';
import { toScreen } from '../geometry/viewport.ts';
import type { Projection } from '../pane/pane.tsx';
import { captionOf, type Annotation } from './annotation.ts';
import { isVisibleOn, type AnnotationLayer, screenPoints } from './annotation-layer.ts';
import classes from './annotations.module.css';
import type { AnnotationsState } from './annotations-store.ts';

interface AnnotationShapesProps {
  state: AnnotationsState;
  layer: AnnotationLayer;
  projection: Projection;
}

/** All marks that lie on this paper. What others drew cannot be taken hold of, and is told by its colour. */
export function AnnotationShapes({ state, layer, projection }: AnnotationShapesProps) {
  const { own, others, draft, selected, shown } = state;
  const visible = (annotations: readonly Annotation[]) =>
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
      {shown && others.flatMap(({ marks }) => visible(marks).map((annotation) => shape(annotation, 'other')))}
      {shown && visible(own).map((annotation) => shape(annotation, 'own'))}
      {draft && visible([draft]).map((annotation) => shape(annotation, 'own'))}
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
  const at = screenPoints(annotation, layer, projection.matrix);
  const depth = depthOf(annotation, layer);
  // beside a shadow a caption would only hide what is there
  const caption = depth < 0.5 ? '' : captionOf(annotation, layer.unitMm);
  const widthPx = (annotation.sizeMm ?? 0) * projection.pxPerUnit;
  return (
    <g
      className={classes.annotation}
      data-kind={annotation.kind}
      data-owner={owner}
      data-selected={selected || undefined}
      style={{ '--depth': depth } as CSSProperties}
    >
      {lines[annotation.kind](at, widthPx)}
      {annotation.kind === 'canal' &&
        crossings(annotation, layer, projection).map(([x, y], index) => (
          <circle key={index} cx={x} cy={y} r={Math.max(3, widthPx / 2)} className={classes.crossing} />
        ))}
      {selected &&
        at.map(([x, y], index) => <circle key={index} cx={x} cy={y} r={5} className={classes.handle} />)}
      {caption && <Caption at={captionPlace(annotation, at)} text={caption} />}
    </g>
  );
}

/** A canal that leaves the slice by ten millimetres is a shadow. */
function depthOf({ kind, points }: Annotation, { toPosition }: AnnotationLayer): number {
  if (kind !== 'canal' && kind !== 'implant') return 1;
  const nearest = Math.min(...points.map((point) => Math.abs(toPosition(point).offset)));
  return Math.max(0.25, 1 - nearest / 10);
}

/** Where the canal goes through the sheet: the ring that one looks for on a section. */
function crossings({ points }: Annotation, { toPosition }: AnnotationLayer, { matrix }: Projection): Vec2[] {
  const visible = points.map((point) => toPosition(point));
  return visible.slice(1).flatMap((to, at) => {
    const from = visible[at]!;
    if (from.offset * to.offset >= 0) return [];
    const part = from.offset / (from.offset - to.offset);
    const position = [0, 1].map(
      (axis) => from.position[axis]! + (to.position[axis]! - from.position[axis]!) * part,
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

const path = (at: readonly Vec2[]) =>
  at.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join(' ');

/** Each line twice: dark below, so that it is seen on bone, too. */
const Line = ({ d }: { d: string }) => (
  <>
    <path d={d} className={classes.shade} />
    <path d={d} className={classes.line} />
  </>
);

const straight = (at: readonly Vec2[]) => <Line d={path(at)} />;

/** Short strokes across both ends, as on a drawing. */
function ruled(at: readonly Vec2[]): ReactNode {
  const [from, to] = at;
  if (!from || !to) return null;
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [nx, ny] = [(-(to[1] - from[1]) / length) * 5, ((to[0] - from[0]) / length) * 5];
  const tick = ([x, y]: Vec2) => `M${x - nx} ${y - ny} L${x + nx} ${y + ny}`;
  return <Line d={`${path(at)} ${tick(from)} ${tick(to)}`} />;
}

/** Points at its first end, where one presses first. */
function arrow(at: readonly Vec2[]): ReactNode {
  const [tip, tail] = at;
  if (!tip || !tail) return null;
  const turn = Math.atan2(tail[1] - tip[1], tail[0] - tip[0]);
  const wing = (by: number): Vec2 => [tip[0] + 12 * Math.cos(turn + by), tip[1] + 12 * Math.sin(turn + by)];
  return <Line d={`${path([tip, tail])} ${path([wing(0.45), tip, wing(-0.45)])}`} />;
}

function cross(at: readonly Vec2[]): ReactNode {
  const [point] = at;
  if (!point) return null;
  const [x, y] = point;
  return (
    <Line
      d={`M${x - 7} ${y} H${x - 2} M${x + 2} ${y} H${x + 7} M${x} ${y - 7} V${y - 2} M${x} ${y + 2} V${y + 7}`}
    />
  );
}

const spot = ([point]: readonly Vec2[]) =>
  point && <circle cx={point[0]} cy={point[1]} r={3.5} className={classes.spot} />;

/** A band as wide as the canal, its line, and a dot at each point that was set. */
const canal = (at: readonly Vec2[], widthPx: number) => (
  <>
    <path d={path(at)} className={classes.band} strokeWidth={widthPx} />
    <Line d={path(at)} />
    {at.map(([x, y], index) => (
      <circle key={index} cx={x} cy={y} r={2.5} className={classes.spot} />
    ))}
  </>
);

/** A rectangle along its axis, rounded at the apex. */
function implant(at: readonly Vec2[], widthPx: number): ReactNode {
  const [head, apex] = at;
  if (!head || !apex) return null;
  const length = Math.hypot(apex[0] - head[0], apex[1] - head[1]);
  const turn = (Math.atan2(apex[1] - head[1], apex[0] - head[0]) * 180) / Math.PI - 90;
  const half = widthPx / 2;
  const round = Math.min(half, length);
  const outline = `M${-half} 0 H${half} V${length - round} Q${half} ${length} 0 ${length} Q${-half} ${length} ${-half} ${length - round} Z`;
  return (
    <g transform={`translate(${head[0]} ${head[1]}) rotate(${turn})`}>
      <path d={outline} className={classes.body} />
      <Line d={`${outline} M0 -6 V${length + 6}`} />
    </g>
  );
}

const lines: Record<Annotation['kind'], (at: readonly Vec2[], widthPx: number) => ReactNode> = {
  length: ruled,
  calibration: ruled,
  angle: straight,
  arrow,
  note: spot,
  probe: cross,
  canal,
  implant,
};

/** Beside the end that one drew last, or the corner of an angle. */
function captionPlace({ kind }: Annotation, at: readonly Vec2[]): Vec2 {
  const [x, y] = (kind === 'angle' || kind === 'arrow' ? at[1] : at.at(-1)) ?? [0, 0];
  return [x + 12, y + 5];
}
