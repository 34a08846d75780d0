/** The gap of a missing tooth: its centre along the jaw line, and its side (-1 right). */
export type Gap = { alongMm: number; side: -1 | 1 };

const GAP_REACH_MM = 5.5;
const SHRUNK_MM = 2.6;
/** The ridge is higher between teeth than in front of them; the period is that of premolars. */
const SCALLOP = { everyMm: 7.2, depthMm: 0.45 };

/**
 * Depth of the ridge below its normal height: resorbed where a tooth is missing, scalloped where teeth are
 * present.
 */
export function shrinkageAt(gaps: readonly Gap[], along: number, x: number): number {
  let shrunk = along < 60 ? SCALLOP.depthMm * Math.cos((2 * Math.PI * along) / SCALLOP.everyMm) : 0;
  for (const gap of gaps) {
    const part = (along - gap.alongMm) / GAP_REACH_MM;
    if (gap.side * x > 0 && part * part < 1) shrunk += SHRUNK_MM * (1 - part * part);
  }
  return shrunk;
}
