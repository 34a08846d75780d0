import { clamp, type Vec2, type Vec3 } from '../geometry/vectors.ts';
import { type Matrix, toScreen } from '../geometry/viewport.ts';
import type { Annotation, Point } from './annotation.ts';
import type { AnnotationBody } from './annotation-body.ts';
import { handlesOf } from './canal.ts';
import type { ImplantTooth } from './labels.ts';

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
  /** What the picture shows of an implant or a canal; undefined for other annotations and on X-rays. */
  bodyOf: (annotation: Annotation) => AnnotationBody | undefined;
  /** present only where implants are planned */
  toothOf?: (implant: Annotation) => ImplantTooth | undefined;
}

export function isVisibleOn(annotation: Annotation, layer: AnnotationLayer): boolean {
  if (annotation.on !== layer.on || annotation.series !== layer.series || annotation.frame !== layer.frame)
    return false;
  const body = layer.bodyOf(annotation);
  if (body) return body.outlines.length > 0 || body.sleeve.length > 0;
  return annotation.points.every((point) => Math.abs(layer.toPosition(point).offset) <= layer.maxOffset);
}

/** The points with handles, on the screen; undefined for points of an implant or a canal that are too far from the picture. */
export function screenPoints(
  annotation: Annotation,
  layer: AnnotationLayer,
  matrix: Matrix,
): (Vec2 | undefined)[] {
  const body = layer.bodyOf(annotation);
  const reach = body ? Math.max(layer.maxOffset, body.radiusMm) : Infinity;
  return handlesOf(annotation).map((point) => {
    const { position, offset } = layer.toPosition(point);
    return Math.abs(offset) <= reach ? toScreen(matrix, position) : undefined;
  });
}

export interface Hit {
  annotation: Annotation;
  /** index of the point that was hit; null if the line between points, or the body, was hit */
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
    const point = screenPoints(annotation, layer, matrix).findIndex(
      (at) => at && distance(at, px) <= reach.point,
    );
    if (point >= 0) return { annotation, point };
  }
  const hit = visible.find((annotation) => {
    const body = layer.bodyOf(annotation);
    if (body) return body.outlines.some((outline) => isOnOutline(outline, matrix, px, reach.line));
    const points = screenPoints(annotation, layer, matrix);
    return points.some((to, at) => isNearSegment(px, points[at - 1], to, reach.line));
  });
  return hit && { annotation: hit, point: null };
}

function isOnOutline(outline: readonly Vec2[], matrix: Matrix, px: Vec2, reach: number): boolean {
  const corners = outline.map((position) => toScreen(matrix, position));
  let isInside = false;
  for (const [at, [x1, y1]] of corners.entries()) {
    const [x0, y0] = corners.at(at - 1)!;
    if (isNearSegment(px, [x0, y0], [x1, y1], reach)) return true;
    if (y0 > px[1] !== y1 > px[1] && px[0] < x0 + ((x1 - x0) * (px[1] - y0)) / (y1 - y0))
      isInside = !isInside;
  }
  return isInside;
}

const isNearSegment = (px: Vec2, from: Vec2 | undefined, to: Vec2 | undefined, reach: number): boolean =>
  from !== undefined && to !== undefined && distanceToSegment(px, from, to) <= reach;

const distance = (one: Vec2, other: Vec2) => Math.hypot(one[0] - other[0], one[1] - other[1]);

function distanceToSegment(point: Vec2, from: Vec2, to: Vec2): number {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const lengthSquared = dx * dx + dy * dy || 1;
  const fraction = clamp(((point[0] - from[0]) * dx + (point[1] - from[1]) * dy) / lengthSquared, 0, 1);
  return distance(point, [from[0] + dx * fraction, from[1] + dy * fraction]);
}
