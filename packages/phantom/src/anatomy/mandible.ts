import { TISSUE } from './anatomy.ts';
import { type Canvas, blend, roundedDepth } from './canvas.ts';
import type { Columns } from './columns.ts';
import { type Knots, profile, profileAt, slopeCosine } from './profile.ts';
import { type Gap, shrinkageAt } from './ridge.ts';
import { noiseAt } from './texture.ts';

/** Slightly more than the jaw line from the midline to the posterior edge of the ramus. */
const LENGTH_MM = 112;
/** The crest between the teeth, the front edge of the ramus, its coronoid process, notch and condyle. */
// prettier-ignore
const TOP: Knots = [
  [0, -10.6], [56, -9.6], [66, -7], [74, 12], [80, 28], [82.5, 31], [85, 23], [88.5, 18], [91, 22],
  [92.5, 30], [94.5, 35], [98, 36.5], [100.5, 34.5], [102, 27], [102.5, 15],
];
// prettier-ignore
const BOTTOM: Knots = [
  [0, -38], [9, -38], [20, -36.5], [40, -34], [62, -32.5], [76, -31.5], [84, -28], [90, -18], [94, 0],
  [96.5, 14], [98.5, 20], [101, 24], [102.5, 31],
];
/** Half the thickness of the lower, thicker part, and of the part that holds the teeth. */
// prettier-ignore
const BODY: Knots = [[0, 6.6], [14, 5.8], [45, 6.4], [62, 6], [72, 4], [84, 3.2], [94, 3.6], [103, 4]];
// prettier-ignore
const CREST: Knots = [
  [0, 3.8], [14, 4.6], [30, 5.2], [50, 6.6], [62, 5.4], [74, 2.6], [90, 2.4], [95, 6.5], [103, 6.5],
];
/** Outward offset of the lower part: the chin and the oblique line. */
// prettier-ignore
const BODY_OUT: Knots = [[0, 2], [12, 0.6], [30, 0.4], [50, 1.4], [64, 1.2], [80, 0], [103, 0]];
/**
 * The mandibular canal: from the medial side of the ramus, below the molars, to the foramen between the
 * premolars.
 */
// prettier-ignore
const CANAL_HEIGHT: Knots = [[26, -21], [30, -24], [44, -26.5], [56, -24.5], [66, -18], [76, -6], [84, 4]];
// prettier-ignore
const CANAL_OUT: Knots = [[26, 4], [29, 1.5], [36, 0.6], [50, -0.8], [64, -1.5], [80, -1.6], [84, -4]];
const CANAL = { from: 27, to: 83, radiusMm: 1.35, wallMm: 0.55 };
const MENTAL_FORAMEN = { along: 28, height: -22.5, radiusMm: 1.5 };

/**
 * Points on the axis of the mandibular canal: distance along the jaw line, offset from it, and height, in mm.
 */
export function canalPath(stepMm: number): { along: number; out: number; height: number }[] {
  const heights = profile(CANAL_HEIGHT, LENGTH_MM);
  const outs = profile(CANAL_OUT, LENGTH_MM);
  const count = Math.floor((CANAL.to - CANAL.from) / stepMm) + 1;
  return Array.from({ length: count }, (_, at) => {
    const along = CANAL.from + at * stepMm;
    return { along, out: profileAt(outs, along), height: profileAt(heights, along) };
  });
}

type Five = [Float32Array, Float32Array, Float32Array, Float32Array, Float32Array];

/**
 * Draws the mandible: a cortical shell, trabecular bone and the mandibular canal, extruded along the jaw
 * line.
 */
export function drawMandible(
  canvas: Canvas,
  columns: Columns,
  noise: Float32Array,
  gaps: readonly Gap[],
): void {
  const ready = (knots: Knots) => profile(knots, LENGTH_MM);
  const [tops, bottoms, bodies, crests, bodiesOut] = [TOP, BOTTOM, BODY, CREST, BODY_OUT].map(ready) as Five;
  const canalHeights = ready(CANAL_HEIGHT);
  const canalsOut = ready(CANAL_OUT);
  const { size, origin, spacingMm } = canvas;
  for (let column = 0; column < columns.out.length; column += 1) {
    const along = columns.fromMidline[column]!;
    const out = columns.out[column]!;
    if (Math.abs(out) > 11 || along > LENGTH_MM) continue;
    const i = column % size[0];
    const j = Math.floor(column / size[0]);
    const x = origin.x + i * spacingMm;
    const y = origin.y + j * spacingMm;
    const shrunk = shrinkageAt(gaps, along, x);
    const read = (table: Float32Array) => profileAt(table, along);
    const top = read(tops) - shrunk;
    const bottom = read(bottoms);
    const body = read(bodies);
    const crest = read(crests);
    const bodyOut = read(bodiesOut);
    const canalZ = read(canalHeights);
    const canalOut = read(canalsOut);
    const steep = slopeCosine(canalHeights, along);
    const topSlope = slopeCosine(tops, along);
    const bottomSlope = slopeCosine(bottoms, along);
    const backEdge = 102.6 - along;
    const shell = along > 68 ? 1.5 : 1.9;
    const k0 = Math.max(0, Math.floor((bottom - origin.z) / spacingMm) - 1);
    const k1 = Math.min(size[2] - 1, Math.ceil((top - origin.z) / spacingMm) + 1);
    for (let k = k0; k <= k1; k += 1) {
      const z = origin.z + k * spacingMm;
      const up = z - bottom;
      const part = Math.min(1, Math.max(0, up / (top - bottom)));
      const rounding = up < 6 ? Math.sqrt(Math.max(0, 1 - (1 - up / 6) ** 2)) : 1;
      const mix = part * part * (3 - 2 * part);
      const half = (body + (crest - body) * mix) * (0.35 + 0.65 * rounding);
      const side = half - Math.abs(out - bodyOut * (1 - mix));
      const depth = Math.min(roundedDepth(side, (top - z) * topSlope, 2.2), up * bottomSlope, backEdge);
      if (depth < -spacingMm) continue;
      const index = (k * size[1] + j) * size[0] + i;
      const cortex = shell + 1.1 * Math.max(0, 1 - up / 9) * Math.min(1, Math.max(0, (84 - along) / 20));
      const marrow = TISSUE.marrow + 210 * noiseAt(noise, x * 2.3, y * 2.3, z * 2.3) + 90 * (1 - part);
      blend(canvas, index, depth < cortex * (0.8 + 0.2 * part) ? TISSUE.cortical : marrow, depth);
      if (along < CANAL.from - 2 || along > CANAL.to) continue;
      const fromCanal = along < CANAL.from ? 9 : Math.hypot(out - canalOut, (z - canalZ) * steep);
      const fromForamen =
        out > canalOut ? Math.hypot(along - MENTAL_FORAMEN.along, z - MENTAL_FORAMEN.height) : 9;
      const inCanal = Math.max(CANAL.radiusMm - fromCanal, MENTAL_FORAMEN.radiusMm - fromForamen);
      if (inCanal + CANAL.wallMm > 0 && depth > 0)
        blend(canvas, index, TISSUE.cortical * 0.8, inCanal + CANAL.wallMm);
      blend(canvas, index, TISSUE.muscle, inCanal);
    }
  }
}
