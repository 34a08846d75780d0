import type { Vec2 } from '../../geometry/vectors.ts';
import classes from '../workspace/cbct.module.css';
import { sectionLabel } from '../workspace/labels.ts';

/** The width of «№ 123», with a gap beside it. */
const LABEL_WIDTH_PX = 52;

/** The number of a cross-section beside its line, the same on the panorama and on the axial slice. */
export const SectionNumber = ({ number, at: [x, y] }: { number: number; at: Vec2 }) => (
  <text x={x} y={y} className={classes.sectionNumber} data-section={number}>
    {sectionLabel(number)}
  </text>
);

/** Numbers must not overlap: where the lines are close, only the current one and the edges have a number. */
export function isNumberShown(fromCurrent: number, stepPx: number, isEdge: boolean): boolean {
  if (fromCurrent === 0) return true;
  return Math.abs(fromCurrent) * stepPx > LABEL_WIDTH_PX && (isEdge || stepPx > LABEL_WIDTH_PX);
}
