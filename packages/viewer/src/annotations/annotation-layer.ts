import type { Vec2, Vec3 } from '../geometry/vectors.ts';
import { type Matrix, toScreen } from '../geometry/viewport.ts';
import type { Annotation, Point } from './annotation.ts';

/** What one draws on: a slice, a section, the panorama or an X-ray. */
export interface AnnotationLayer {
  on: Annotation['on'];
  series: number;
  frame: number | null;
  toPoint: (position: Vec2) => Point;
  toPosition: (point: Point) => { position: Vec2; offset: number };
  /** what lies farther beside is not on this paper */
  reach: number;
  /** millimetres to a unit of its points; unknown on an X-ray that says nothing */
  unitMm: Vec3 | undefined;
}

/** Canals and implants are seen through the whole depth, lighter where they leave the paper. */
const isVisibleAtAnyDepth = ({ kind }: Annotation) => kind === 'canal' || kind === 'implant';

export function isVisibleOn(annotation: Annotation, layer: AnnotationLayer): boolean {
  if (annotation.on !== layer.on || annotation.series !== layer.series || annotation.frame !== layer.frame)
    return false;
  if (isVisibleAtAnyDepth(annotation)) return true;
  return annotation.points.every((point) => Math.abs(layer.toPosition(point).offset) <= layer.reach);
}

export const screenPoints = ({ points }: Annotation, layer: AnnotationLayer, matrix: Matrix): Vec2[] =>
  points.map((point) => toScreen(matrix, layer.toPosition(point).position));

export interface Hit {
  annotation: Annotation;
  /** a point of it, or the line between */
  point: number | null;
}

const REACH_PX = { fine: { point: 9, line: 6 }, coarse: { point: 20, line: 14 } };

/** What of these marks lies under a pointer: a point before a line, the last drawn before the first. */
export function hitTest(
  annotations: readonly Annotation[],
  layer: AnnotationLayer,
  matrix: Matrix,
  px: Vec2,
  coarse: boolean,
): Hit | undefined {
  const reach = REACH_PX[coarse ? 'coarse' : 'fine'];
  const visible = annotations.filter((annotation) => isVisibleOn(annotation, layer)).reverse();
  for (const annotation of visible) {
    const point = screenPoints(annotation, layer, matrix).findIndex((at) => distance(at, px) <= reach.point);
    if (point >= 0) return { annotation, point };
  }
  const line = visible.find((annotation) => {
    const drawn = screenPoints(annotation, layer, matrix);
    return drawn.some((to, at) => at > 0 && distanceToSegment(px, drawn[at - 1]!, to) <= reach.line);
  });
  return line && { annotation: line, point: null };
}

const distance = (one: Vec2, other: Vec2) => Math.hypot(one[0] - other[0], one[1] - other[1]);

function distanceToSegment(at: Vec2, from: Vec2, to: Vec2): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const square = dx * dx + dy * dy || 1;
  const part = Math.min(1, Math.max(0, ((at[0] - from[0]) * dx + (at[1] - from[1]) * dy) / square));
  return distance(at, [from[0] + dx * part, from[1] + dy * part]);
}
