import type { Vec2, Vec3 } from '../geometry/vectors.ts';
import { type Matrix, toScreen } from '../geometry/viewport.ts';
import type { Annotation, Point } from './annotation.ts';

/** What one draws on: a slice, a section, the panorama or an X-ray. */
export interface Paper {
  on: Annotation['on'];
  series: number;
  frame: number | null;
  toPoint: (place: Vec2) => Point;
  toPlace: (point: Point) => { place: Vec2; beside: number };
  /** what lies farther beside is not on this paper */
  reach: number;
  /** millimetres to a unit of its points; unknown on an X-ray that says nothing */
  unitMm: Vec3 | undefined;
}

/** Canals and implants are seen through the whole depth, lighter where they leave the paper. */
const isDeep = ({ kind }: Annotation) => kind === 'canal' || kind === 'implant';

export function isOn(mark: Annotation, paper: Paper): boolean {
  if (mark.on !== paper.on || mark.series !== paper.series || mark.frame !== paper.frame) return false;
  if (isDeep(mark)) return true;
  return mark.points.every((point) => Math.abs(paper.toPlace(point).beside) <= paper.reach);
}

export const pixelsOf = ({ points }: Annotation, paper: Paper, matrix: Matrix): Vec2[] =>
  points.map((point) => toScreen(matrix, paper.toPlace(point).place));

export interface Hit {
  mark: Annotation;
  /** a point of it, or the line between */
  point: number | null;
}

const REACH_PX = { fine: { point: 9, line: 6 }, coarse: { point: 20, line: 14 } };

/** What of these marks lies under a pointer: a point before a line, the last drawn before the first. */
export function hitAt(
  marks: readonly Annotation[],
  paper: Paper,
  matrix: Matrix,
  px: Vec2,
  coarse: boolean,
): Hit | undefined {
  const reach = REACH_PX[coarse ? 'coarse' : 'fine'];
  const seen = marks.filter((mark) => isOn(mark, paper)).reverse();
  for (const mark of seen) {
    const point = pixelsOf(mark, paper, matrix).findIndex((at) => distance(at, px) <= reach.point);
    if (point >= 0) return { mark, point };
  }
  const line = seen.find((mark) => {
    const drawn = pixelsOf(mark, paper, matrix);
    return drawn.some((to, at) => at > 0 && toSegment(px, drawn[at - 1]!, to) <= reach.line);
  });
  return line && { mark: line, point: null };
}

const distance = (one: Vec2, other: Vec2) => Math.hypot(one[0] - other[0], one[1] - other[1]);

function toSegment(at: Vec2, from: Vec2, to: Vec2): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const square = dx * dx + dy * dy || 1;
  const part = Math.min(1, Math.max(0, ((at[0] - from[0]) * dx + (at[1] - from[1]) * dy) / square));
  return distance(at, [from[0] + dx * part, from[1] + dy * part]);
}
