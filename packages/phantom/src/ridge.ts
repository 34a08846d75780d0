/** Where a tooth is missing: middle of the gap along the jaw line, and the side (-1 right). */
export type Gap = { alongMm: number; side: -1 | 1 };

const GAP_REACH_MM = 5.5;
const SHRUNK_MM = 2.6;
/** Between two teeth the ridge stands higher than before them; premolars set the pace. */
const SCALLOP = { everyMm: 7.2, depthMm: 0.45 };

/** How far the ridge lies below its usual height: shrunk where a tooth is gone, wavy where they stand. */
export function shrinkageAt(gaps: readonly Gap[], along: number, x: number): number {
  let shrunk = along < 60 ? SCALLOP.depthMm * Math.cos((2 * Math.PI * along) / SCALLOP.everyMm) : 0;
  for (const gap of gaps) {
    const part = (along - gap.alongMm) / GAP_REACH_MM;
    if (gap.side * x > 0 && part * part < 1) shrunk += SHRUNK_MM * (1 - part * part);
  }
  return shrunk;
}
