import { lengthAlong } from '@snimok/imaging/export/measures';
import { clamp, type Vec3 } from '../geometry/vectors.ts';
import type { Annotation, Point } from './annotation.ts';

const isSame = (one: Point, other: Point) => one.every((value, axis) => value === other[axis]);

/**
 * The points that the user set, if the line of the canal was found between them. Undefined for a manual line, and for a
 * line that a viewer of an earlier version has changed: such a line does not contain all of these points.
 */
export function setPointsOf({ kind, points, setPoints }: Annotation): Point[] | undefined {
  if (kind !== 'canal' || !setPoints) return undefined;
  let at = 0;
  for (const point of setPoints) {
    while (at < points.length && !isSame(points[at]!, point)) at += 1;
    if (at === points.length) return undefined;
  }
  return setPoints;
}

/** Whether the line was found in the images, and the author has not yet confirmed or corrected it. */
export const isUnchecked = (annotation: Annotation): boolean =>
  annotation.unchecked === true && setPointsOf(annotation) !== undefined;

/** The canal after the user has confirmed or changed its line. */
export function checked(canal: Annotation): Annotation {
  const { unchecked: _unchecked, ...rest } = canal;
  return rest;
}

/** The length of the parts of the line that were found in the images; between other set points the line is straight. */
export function foundMm(canal: Annotation): number {
  const setPoints = setPointsOf(canal);
  if (!setPoints) return 0;
  let next = 1;
  let from = 0;
  let found = 0;
  canal.points.forEach((point, at) => {
    const to = setPoints[next];
    if (at === 0 || !to || !isSame(point, to)) return;
    if (at - from > 1) found += lengthAlong(canal.points.slice(from, at + 1));
    [next, from] = [next + 1, at];
  });
  return found;
}

/** The points with handles. */
export const handlesOf = (annotation: Annotation): Point[] => setPointsOf(annotation) ?? annotation.points;

/** The canal with a manual line through the points that the user set. Tracing does not change such a line. */
export function manualLine(canal: Annotation): Annotation {
  const { setPoints: _setPoints, ...rest } = checked(canal);
  return { ...rest, points: handlesOf(canal) };
}

/** Moves a set point. The lines to the neighbouring set points are straight until they are traced again. */
export function withSetPoint(canal: Annotation, index: number, to: Point): Annotation {
  const setPoints = setPointsOf(canal);
  if (!setPoints) return { ...canal, points: canal.points.with(index, to) };
  const places: number[] = [];
  let at = 0;
  for (const point of setPoints) {
    while (!isSame(canal.points[at]!, point)) at += 1;
    places.push(at);
  }
  const before = canal.points.slice(0, (places[index - 1] ?? -1) + 1);
  const after = index + 1 < places.length ? canal.points.slice(places[index + 1]) : [];
  return { ...canal, points: [...before, to, ...after], setPoints: setPoints.with(index, to) };
}

/** The greatest distance of a traced canal from the straight lines between the set points; 0 for a manual line. */
export function deviationMm(canal: Annotation): number {
  const setPoints = setPointsOf(canal);
  if (!setPoints) return 0;
  let next = 1;
  let greatest = 0;
  for (const point of canal.points.slice(1)) {
    const from = setPoints[next - 1];
    const to = setPoints[next];
    if (!from || !to) break;
    if (isSame(point, to)) next += 1;
    else greatest = Math.max(greatest, distanceFrom(point, from, to));
  }
  return greatest;
}

function distanceFrom(point: Vec3, from: Vec3, to: Vec3): number {
  const length = lengthAlong([from, to]) || 1;
  const along = [0, 1, 2].map((axis) => (to[axis]! - from[axis]!) / length);
  const t = clamp(
    along.reduce((sum, value, axis) => sum + value * (point[axis]! - from[axis]!), 0),
    0,
    length,
  );
  const at = (axis: 0 | 1 | 2) => from[axis] + along[axis]! * t;
  return lengthAlong([point, [at(0), at(1), at(2)]]);
}
