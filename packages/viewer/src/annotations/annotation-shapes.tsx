import { type ReactNode, useId } from 'react';
import type { Vec2 } from '../geometry/vectors.ts';
import { type Projection, toScreen } from '../geometry/viewport.ts';
import { captionOf, type Annotation } from './annotation.ts';
import type { AnnotationBody } from './annotation-body.ts';
import { isVisibleOn, type AnnotationLayer, screenPoints } from './annotation-layer.ts';
import classes from './annotations.module.css';
import { isUnchecked } from './canal.ts';
import { clearancesIn, type ImplantClearances, isTooNear } from './clearances.ts';
import { nearLines, toothText, WARNING } from './labels.ts';
import type { DrawnAnnotations } from './annotations-store.ts';
import { type Caption, placeCaptions } from './captions.ts';
import type { Plan } from './plan.ts';

interface AnnotationShapesProps {
  state: DrawnAnnotations;
  layer: AnnotationLayer;
  projection: Projection;
}

type Owner = Caption['owner'];

/**
 * The annotations visible on a layer, or those of the earlier version that is shown. Annotations of other authors have
 * another colour and cannot be selected.
 */
export function AnnotationShapes({ state: current, layer, projection }: AnnotationShapesProps) {
  const { version } = current;
  const state = version ? { ...current, own: [], others: [version] } : current;
  const { own, others, draft, selected, shown, plan } = state;
  const all: { annotation: Annotation; owner: Owner }[] = [
    ...(shown
      ? others.flatMap(({ marks }) => marks.map((annotation) => ({ annotation, owner: 'other' as const })))
      : []),
    ...(shown ? own : []).map((annotation) => ({ annotation, owner: 'own' as const })),
    ...(draft ? [{ annotation: draft, owner: 'own' as const }] : []),
  ];
  const visible = all.filter(({ annotation }) => isVisibleOn(annotation, layer));
  const isSelected = (annotation: Annotation) => annotation.markID === selected || annotation === draft;
  const clearances = clearancesIn(state);
  const isWarned = ({ markID }: Annotation) => {
    const found = clearances.get(markID);
    return found !== undefined && isTooNear(found, plan.warnMm);
  };
  const captions = visible.flatMap(({ annotation, owner }) => {
    const found = clearances.get(annotation.markID);
    const text = textOf(annotation, isSelected(annotation), layer, projection, found && { found, plan });
    return captionsOf(annotation, owner, text, layer, projection).map((caption) => ({
      ...caption,
      isWarning: isWarned(annotation),
    }));
  });
  return (
    <>
      {visible.map(({ annotation, owner }) => (
        <AnnotationShape
          key={annotation.markID}
          annotation={annotation}
          owner={owner}
          selected={isSelected(annotation)}
          isWarned={isWarned(annotation)}
          layer={layer}
          projection={projection}
        />
      ))}
      {placeCaptions(captions, projection.pane).map(({ key, owner, kind, at: [x, y], text, isWarning }) => (
        <g
          key={key}
          className={classes.annotation}
          data-kind={kind}
          data-owner={owner}
          data-warned={isWarning || undefined}
        >
          <text x={x} y={y} className={classes.caption}>
            {text.split('\n').map((line, index) => (
              <tspan key={index} x={x} dy={index === 0 ? 0 : '1.25em'}>
                {line}
              </tspan>
            ))}
          </text>
        </g>
      ))}
    </>
  );
}

/** In a narrower pane, the sizes of an implant would cover the picture; they are shown only for the selected implant. */
const ROOMY_PX = 220;

function textOf(
  annotation: Annotation,
  selected: boolean,
  layer: AnnotationLayer,
  { pane }: Projection,
  distances: { found: ImplantClearances; plan: Plan } | undefined,
): string {
  const hasSpace = !layer.bodyOf(annotation) || pane[0] >= ROOMY_PX || selected;
  const lines = distances ? nearLines(distances.found, distances.plan.warnMm) : [];
  const found = annotation.kind === 'implant' ? layer.toothOf?.(annotation) : undefined;
  const tooth = found ? [toothText(found)] : [];
  if (!hasSpace) return [...tooth, ...lines.filter((line) => line.includes(WARNING))].join('\n');
  return [...tooth, captionOf(annotation, layer.unitMm), ...lines].filter(Boolean).join('\n');
}

function captionsOf(
  annotation: Annotation,
  owner: Owner,
  text: string,
  layer: AnnotationLayer,
  { matrix }: Projection,
): Caption[] {
  const { markID: key, kind } = annotation;
  const body = layer.bodyOf(annotation);
  const anchor = body
    ? lowestOf(body, matrix)
    : captionAnchor(annotation, definedOf(screenPoints(annotation, layer, matrix)));
  return text && anchor ? [{ key, owner, kind, anchor, text }] : [];
}

/** The last point; for an angle its vertex, for an arrow its tail. */
const captionAnchor = ({ kind }: Annotation, points: readonly Vec2[]): Vec2 | undefined =>
  kind === 'angle' || kind === 'arrow' ? points[1] : points.at(-1);

/** The lowest place of a body on the screen. */
const lowestOf = ({ outlines }: AnnotationBody, matrix: Projection['matrix']): Vec2 | undefined =>
  outlines
    .flat()
    .map((position) => toScreen(matrix, position))
    .reduce<Vec2 | undefined>((lowest, at) => (lowest && lowest[1] >= at[1] ? lowest : at), undefined);

const definedOf = (points: readonly (Vec2 | undefined)[]): Vec2[] =>
  points.filter((point) => point !== undefined);

interface AnnotationShapeProps {
  annotation: Annotation;
  owner: Owner;
  selected: boolean;
  /** whether the implant is nearer to a canal or another implant than the plan allows */
  isWarned: boolean;
  layer: AnnotationLayer;
  projection: Projection;
}

function AnnotationShape(props: AnnotationShapeProps) {
  const { annotation, owner, selected, isWarned, layer, projection } = props;
  const points = definedOf(screenPoints(annotation, layer, projection.matrix));
  const body = layer.bodyOf(annotation);
  return (
    <g
      className={classes.annotation}
      data-kind={annotation.kind}
      data-owner={owner}
      data-selected={selected || undefined}
      data-warned={isWarned || undefined}
      data-unchecked={isUnchecked(annotation) || undefined}
    >
      {body ? <Body body={body} projection={projection} /> : shapes[annotation.kind](points)}
      {selected &&
        annotation.kind !== 'freehand' &&
        points.map(([x, y], index) => <circle key={index} cx={x} cy={y} r={5} className={classes.handle} />)}
    </g>
  );
}

/** The outline is drawn outside the filled area only, because the parts of a canal overlap. */
function Body({ body, projection: { matrix, pane } }: { body: AnnotationBody; projection: Projection }) {
  const mask = useId();
  const screen = (positions: readonly Vec2[]) =>
    path(positions.map((position) => toScreen(matrix, position)));
  const closed = (outlines: AnnotationBody['outlines']) =>
    outlines.map((outline) => `${screen(outline)} Z`).join(' ');
  const area = closed(body.outlines);
  const sleeve = closed(body.sleeve);
  const axis = body.axis.map(screen).join(' ');
  return (
    <>
      <mask id={mask} maskUnits="userSpaceOnUse" x={0} y={0} width={pane[0]} height={pane[1]}>
        <rect width={pane[0]} height={pane[1]} fill="#fff" />
        <path d={area} fill="#000" />
      </mask>
      {sleeve && <path d={sleeve} className={classes.sleeve} data-sleeve />}
      {area && <path d={area} className={classes.body} data-body />}
      <g mask={`url(#${mask})`}>
        <path d={area} className={classes.bodyOutline} />
        <path d={area} className={classes.bodyLine} />
      </g>
      {axis && <path d={axis} className={classes.axis} />}
    </>
  );
}

const path = (points: readonly Vec2[]) =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join(' ');

/** Draws the line twice, with a dark outline below, so that the line is visible on bone. */
const Line = ({ d }: { d: string }) => (
  <>
    <path d={d} className={classes.outline} />
    <path d={d} className={classes.line} />
  </>
);

const straight = (points: readonly Vec2[]) => <Line d={path(points)} />;

/** A closed outline; a line while the third point is missing. */
function closed(points: readonly Vec2[]): ReactNode {
  const outline = `${path(points)}${points.length > 2 ? ' Z' : ''}`;
  return (
    <>
      <path d={outline} className={classes.region} />
      <Line d={outline} />
    </>
  );
}

/** A line with a short tick across each end. */
function ruled(points: readonly Vec2[]): ReactNode {
  const [from, to] = points;
  if (!from || !to) return null;
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const nx = (-(to[1] - from[1]) / length) * 5;
  const ny = ((to[0] - from[0]) / length) * 5;
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

/**
 * The shapes of annotations without a body. A canal or an implant is drawn in this way only on an X-ray, where only
 * another program can have saved it.
 */
const shapes: Record<Annotation['kind'], (points: readonly Vec2[]) => ReactNode> = {
  length: ruled,
  calibration: ruled,
  angle: straight,
  arrow,
  note: dot,
  probe: cross,
  canal: straight,
  implant: straight,
  polygon: closed,
  freehand: closed,
};
