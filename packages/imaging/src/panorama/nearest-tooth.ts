import type { Curve } from './curve.ts';

/** Mean mesiodistal widths of the permanent crowns in mm, from the central incisor to the third molar (Wheeler). */
const WIDTHS_MM = {
  upper: [8.5, 6.5, 7.5, 7, 7, 10, 9, 8.5],
  lower: [5, 5.5, 7, 7, 7, 11, 10.5, 10],
} as const;

/** The front of an arch: its points at most this far behind the foremost one. */
const FRONT_MM = 1;

/**
 * The place of the midline as a length along an arch: the middle of its front. Undefined in a part of an arch
 * that has one side only, because it ends at its foremost point. The curve is in millimetres of the arch's
 * plane, the first coordinate towards the patient's left, the second to the back.
 */
function midlineMm({ points, stepMm }: Curve): number | undefined {
  const foremost = Math.min(...points.map(([, back]) => back));
  const front = points.flatMap(([, back], at) => (back - foremost <= FRONT_MM ? [at] : []));
  if (front[0] === 0 || front.at(-1) === points.length - 1) return undefined;
  return ((front[0]! + front.at(-1)!) / 2) * stepMm;
}

/**
 * The permanent tooth (ISO 3950) that an adult of average size has at a length along the arch (mm), counted
 * from the curve's first point. Undefined behind the third molar, and where the arch does not show the midline.
 * This is an estimate: the widths of crowns differ between people, and teeth move into gaps.
 */
export function nearestTooth(curve: Curve, alongMm: number, jaw: 'upper' | 'lower'): number | undefined {
  const first = curve.points[0];
  const last = curve.points.at(-1);
  if (!first || !last) return undefined;
  const startsOnTheRight = first[0] < last[0];
  const midline = midlineMm(curve);
  if (midline === undefined) return undefined;
  const towardsLeftMm = (alongMm - midline) * (startsOnTheRight ? 1 : -1);
  let edgeMm = 0;
  for (const [at, widthMm] of WIDTHS_MM[jaw].entries()) {
    edgeMm += widthMm;
    if (Math.abs(towardsLeftMm) <= edgeMm) return quadrantOf(jaw, towardsLeftMm < 0) * 10 + at + 1;
  }
  return undefined;
}

const quadrantOf = (jaw: 'upper' | 'lower', isRight: boolean): number => {
  if (jaw === 'upper') return isRight ? 1 : 2;
  return isRight ? 4 : 3;
};
