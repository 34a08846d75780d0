import type { Vec2 } from '../../geometry/vectors.ts';

/**
 * Places of landmarks: to the right and upwards, in millimetres or, without a scale, in any equal units. A mirrored or turned
 * picture has the same values.
 */
export type Places = Readonly<Record<string, Vec2 | undefined>>;

/** A landmark by its abbreviation, or the middle between two. */
type Point = string | { middle: readonly [string, string] };
export type Line = readonly [from: Point, to: Point];

/** The positive side of a line: the side of a point, or the opposite one. */
type Side = { towards: Point } | { awayFrom: Point };

/** How a value follows from landmarks. Angles are in degrees, ratios in per cent. */
export type Formula =
  | number
  /** at the second point, 0 to 180 */
  | { angle: readonly [Point, Point, Point] }
  /** between the directions of two lines, 0 to 180 */
  | { between: readonly [Line, Line] }
  /**
   * the angle by which the second direction leans from the first one, positive to the given side of the first line;
   * −180 to 180
   */
  | ({ lean: readonly [Line, Line] } & Side)
  /** 180° less the angle at the second point, which is positive on the given side of the line through the other two */
  | ({ bend: readonly [Point, Point, Point] } & Side)
  | { distance: readonly [Point, Point] }
  /** the distance of a point from a line, positive on the given side */
  | ({ offset: Point; from: Line } & Side)
  /** the distance of a point from a line, never negative */
  | { depth: Point; from: Line }
  /** how far the second point lies beyond the first one in the direction of a line */
  | { along: Line; advance: readonly [Point, Point] }
  | { sum: readonly Formula[] }
  | { difference: readonly [Formula, Formula] }
  | { ratio: readonly [Formula, Formula] };

const subtract = (one: Vec2, other: Vec2): Vec2 => [one[0] - other[0], one[1] - other[1]];
const cross = (one: Vec2, other: Vec2) => one[0] * other[1] - one[1] * other[0];
const dot = (one: Vec2, other: Vec2) => one[0] * other[0] + one[1] * other[1];
const lengthOf = (vector: Vec2) => Math.hypot(...vector) || 1;
const inDegrees = (radians: number) => (radians * 180) / Math.PI;
/** The angle from the first direction to the second one, positive counterclockwise. */
const rotation = (from: Vec2, to: Vec2) => inDegrees(Math.atan2(cross(from, to), dot(from, to)));

type PlaceOf = (point: Point) => Vec2;

const directionOf = ([from, to]: Line, at: PlaceOf) => subtract(at(to), at(from));

/** 1 if the positive side is to the left of the line's direction, otherwise −1. */
function signOf(side: Side, line: Line, at: PlaceOf): 1 | -1 {
  const reference = 'towards' in side ? side.towards : side.awayFrom;
  const isLeft = cross(directionOf(line, at), subtract(at(reference), at(line[0]))) > 0;
  return isLeft === 'towards' in side ? 1 : -1;
}

/** The distance from a line, positive to the left of its direction. */
const aside = (point: Point, line: Line, at: PlaceOf) => {
  const direction = directionOf(line, at);
  return cross(direction, subtract(at(point), at(line[0]))) / lengthOf(direction);
};

function compute(formula: Formula, at: PlaceOf): number {
  if (typeof formula === 'number') return formula;
  if ('angle' in formula) {
    const [one, vertex, other] = formula.angle;
    return Math.abs(rotation(directionOf([vertex, one], at), directionOf([vertex, other], at)));
  }
  if ('between' in formula) {
    const [one, other] = formula.between;
    return Math.abs(rotation(directionOf(one, at), directionOf(other, at)));
  }
  if ('lean' in formula) {
    const [one, other] = formula.lean;
    return rotation(directionOf(one, at), directionOf(other, at)) * signOf(formula, one, at);
  }
  if ('bend' in formula) {
    const [from, vertex, to] = formula.bend;
    const outside = 180 - compute({ angle: formula.bend }, at);
    const isPositive = aside(vertex, [from, to], at) * signOf(formula, [from, to], at) >= 0;
    return isPositive ? outside : -outside;
  }
  if ('distance' in formula) return Math.hypot(...directionOf(formula.distance, at));
  if ('offset' in formula) return aside(formula.offset, formula.from, at) * signOf(formula, formula.from, at);
  if ('depth' in formula) return Math.abs(aside(formula.depth, formula.from, at));
  if ('along' in formula) {
    const direction = directionOf(formula.along, at);
    return dot(direction, directionOf(formula.advance, at)) / lengthOf(direction);
  }
  if ('sum' in formula) return formula.sum.reduce<number>((total, each) => total + compute(each, at), 0);
  const [one, other] = 'difference' in formula ? formula.difference : formula.ratio;
  const first = compute(one, at);
  const second = compute(other, at);
  return 'difference' in formula ? first - second : (100 * first) / (second || Number.NaN);
}

/** Undefined until its landmarks are placed. */
export function placeOf(point: Point, placed: (name: string) => Vec2 | undefined): Vec2 | undefined {
  if (typeof point === 'string') return placed(point);
  const one = placed(point.middle[0]);
  const other = placed(point.middle[1]);
  return one && other && [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
}

/** The value, or undefined until all landmarks are placed. */
export function valueOf(formula: Formula, places: Places): number | undefined {
  if (landmarksOf(formula).some((name) => places[name] === undefined)) return undefined;
  const value = compute(formula, (point) => placeOf(point, (name) => places[name])!);
  return Number.isFinite(value) ? value : undefined;
}

export const namesIn = (point: Point): readonly string[] =>
  typeof point === 'string' ? [point] : point.middle;

/** The landmarks that a formula needs, each once. */
export function landmarksOf(formula: Formula): readonly string[] {
  if (typeof formula === 'number') return [];
  const found = Object.entries(formula).flatMap(([kind, operand]) =>
    kind === 'sum' || kind === 'difference' || kind === 'ratio'
      ? (operand as readonly Formula[]).flatMap(landmarksOf)
      : (pointsIn(operand as Operand).flatMap(namesIn) satisfies string[]),
  );
  return [...new Set(found)];
}

type Operand = Point | readonly Operand[];

const pointsIn = (operand: Operand): readonly Point[] =>
  typeof operand === 'string' || 'middle' in operand ? [operand] : operand.flatMap(pointsIn);
