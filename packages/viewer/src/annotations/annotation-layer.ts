import { clamp, type Vec2, type Vec3 } from '../geometry/vectors.ts';
import { type Matrix, toScreen } from '../geometry/viewport.ts';
import type { Annotation, Point } from './annotation.ts';

/**
 * The mapping between a pane's picture and the points of annotations. Positions are in the picture's units;
 * points are in the patient's millimetres (`on: 'volume'`), millimetres of the unrolled panorama
 * (`'panorama'`) or pixels of an X-ray (`'picture'`).
 */
export interface AnnotationLayer {
  on: Annotation['on'];
  series: number;
  frame: number | null;
  toPoint: (position: Vec2) => Point;
  /** The nearest position, and the signed distance of the point from the picture's surface. */
  toPosition: (point: Point) => { position: Vec2; offset: number };
  /** An annotation with a point farther than this from the surface is not shown. */
  maxOffset: number;
  /** Millimetres per unit of a point; undefined for an X-ray whose pixel size is unknown. */
  unitMm: Vec3 | undefined;
}

/** Canals and implants are drawn at any distance, fainter the farther they are from the surface. */
const isVisibleAtAnyDepth = ({ kind }: Annotation) => kind === 'canal' || kind === 'implant';

export function isVisibleOn(annotation: Annotation, layer: AnnotationLayer): boolean {
  if (annotation.on !== layer.on || annotation.series !== layer.series || annotation.frame !== layer.frame)
    return false;
  if (isVisibleAtAnyDepth(annotation)) return true;
  return annotation.points.every((point) => Math.abs(layer.toPosition(point).offset) <= layer.maxOffset);
}

export const screenPoints = ({ points }: Annotation, layer: AnnotationLayer, matrix: Matrix): Vec2[] =>
  points.map((point) => toScreen(matrix, layer.toPosition(point).position));

export interface Hit {
  annotation: Annotation;
  /** index of the point that was hit; null when it was the line between points */
  point: number | null;
}

/** Larger for touch, because a finger covers its target. */
const REACH_PX = { fine: { point: 9, line: 6 }, coarse: { point: 20, line: 14 } };

/** The annotation under the pointer: points before lines, later annotations before earlier ones. */
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
  const hit = visible.find((annotation) => {
    const points = screenPoints(annotation, layer, matrix);
    return points.some((to, at) => at > 0 && distanceToSegment(px, points[at - 1]!, to) <= reach.line);
  });
  return hit && { annotation: hit, point: null };
}

const distance = (one: Vec2, other: Vec2) => Math.hypot(one[0] - other[0], one[1] - other[1]);

function distanceToSegment(point: Vec2, from: Vec2, to: Vec2): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const lengthSquared = dx * dx + dy * dy || 1;
  const fraction = clamp(((point[0] - from[0]) * dx + (point[1] - from[1]) * dy) / lengthSquared, 0, 1);
  return distance(point, [from[0] + dx * fraction, from[1] + dy * fraction]);
}
