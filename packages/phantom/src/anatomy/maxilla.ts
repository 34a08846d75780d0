import { TISSUE } from './anatomy.ts';
import {
  boxOf,
  type Canvas,
  depthIn,
  type Ellipsoid,
  fill,
  forEachVoxel,
  blend,
  mirrored,
  roundedDepth,
} from './canvas.ts';
import type { Columns } from './columns.ts';
import { type Knots, profile, profileAt } from './profile.ts';
import { type Gap, shrinkageAt } from './ridge.ts';
import { noiseAt } from './texture.ts';

const LENGTH_MM = 72;
// prettier-ignore
const CREST: Knots = [[0, 10.8], [40, 10.4], [60, 11], [71, 15]];
// prettier-ignore
const TOP: Knots = [[0, 29], [12, 30], [22, 31], [50, 27], [71, 23]];
// prettier-ignore
const HALF: Knots = [[0, 4.6], [16, 5.2], [32, 6], [50, 7.4], [64, 6.8], [71, 5]];
/** The maxillary sinus above molars and premolars; its floor extends between their roots. */
const SINUS: Ellipsoid = { at: [27.5, 35, 36], radii: [12, 17.5, 16] };
const SINUS_WALL_MM = 1.1;
const CHEEKBONE: Ellipsoid = { at: [45, 33, 37], radii: [9, 11, 7.5] };
const CHEEKBONE_ARCH: Ellipsoid = { at: [56, 58, 38], radii: [2.4, 26, 3.6] };
/** The temporal bone above the joint. */
const JOINT_ROOF: Ellipsoid = { at: [51, 84, 45], radii: [10, 15, 5.5] };
const NOSE: Ellipsoid = { at: [7.2, 30, 31], radii: [6.2, 32, 12] };
const TURBINATE: Ellipsoid = { at: [9.5, 30, 26.5], radii: [3.1, 18, 4.2] };
const PALATE = { backY: 47, height: 17, vaultMm: 5, thicknessMm: 2.2 };

/**
 * Draws the upper jaw: alveolar process, sinuses, nose, hard palate, cheekbones and the roof of the jaw
 * joint.
 */
export function drawMaxilla(
  canvas: Canvas,
  columns: Columns,
  noise: Float32Array,
  gaps: readonly Gap[],
): void {
  for (const sinus of [SINUS, mirrored(SINUS)]) drawSinus(canvas, sinus, TISSUE.cortical, SINUS_WALL_MM);
  drawProcess(canvas, columns, noise, gaps);
  for (const bone of [CHEEKBONE, CHEEKBONE_ARCH, JOINT_ROOF]) {
    for (const shape of [bone, mirrored(bone)]) drawBone(canvas, shape, noise);
  }
  for (const sinus of [SINUS, mirrored(SINUS)]) drawSinus(canvas, sinus, TISSUE.air, 0);
  drawNose(canvas);
  drawPalate(canvas, columns);
}

/** An ellipsoid with recesses between the roots and behind them. */
function drawSinus(canvas: Canvas, sinus: Ellipsoid, density: number, wallMm: number): void {
  forEachVoxel(canvas, boxOf(sinus, 4), (index, x, y, z) => {
    const bentX = x + 1.1 * Math.sin(z / 4.5);
    const bentZ = z + 1.7 * Math.sin(y / 4.2) + 0.9 * Math.sin(y / 1.9 + x / 5);
    blend(canvas, index, density, depthIn(sinus, bentX, y + 1.5 * Math.sin(z / 6), bentZ) + wallMm);
  });
}

/** Draws a bone as a cortical shell with a trabecular core. */
function drawBone(canvas: Canvas, shape: Ellipsoid, noise: Float32Array): void {
  forEachVoxel(canvas, boxOf(shape), (index, x, y, z) => {
    const depth = depthIn(shape, x, y, z);
    const inside = TISSUE.marrow + 200 * noiseAt(noise, x * 2.3, y * 2.3, z * 2.3);
    blend(canvas, index, depth < 1.4 ? TISSUE.cortical : inside, depth);
  });
}

function drawProcess(canvas: Canvas, columns: Columns, noise: Float32Array, gaps: readonly Gap[]): void {
  const crest = profile(CREST, LENGTH_MM);
  const top = profile(TOP, LENGTH_MM);
  const half = profile(HALF, LENGTH_MM);
  const { size, origin, spacingMm } = canvas;
  for (let column = 0; column < columns.out.length; column += 1) {
    const along = columns.fromMidline[column]!;
    const out = columns.out[column]!;
    if (Math.abs(out) > 12 || along > LENGTH_MM) continue;
    const i = column % size[0];
    const j = Math.floor(column / size[0]);
    const x = origin.x + i * spacingMm;
    const y = origin.y + j * spacingMm;
    const shrunk = shrinkageAt(gaps, along, x);
    const bottom = profileAt(crest, along) + shrunk;
    const high = profileAt(top, along);
    const wide = profileAt(half, along);
    const k0 = Math.max(0, Math.floor((bottom - origin.z) / spacingMm) - 1);
    const k1 = Math.min(size[2] - 1, Math.ceil((high - origin.z) / spacingMm) + 1);
    for (let k = k0; k <= k1; k += 1) {
      const z = origin.z + k * spacingMm;
      const part = Math.min(1, Math.max(0, (z - bottom) / (high - bottom)));
      // Outwards above the front teeth, then inwards to the nose.
      const shift = 1.6 - 4.2 * part;
      const side = wide * (0.86 + 0.3 * part) - Math.abs(out - shift);
      const depth = Math.min(
        roundedDepth(side, z - bottom, 2.2),
        roundedDepth(high - z, LENGTH_MM - 1 - along, 5),
      );
      if (depth < -spacingMm) continue;
      const marrow = TISSUE.marrow - 40 + 190 * noiseAt(noise, x * 2.3, y * 2.3, z * 2.3);
      blend(canvas, (k * size[1] + j) * size[0] + i, depth < 1 ? TISSUE.cortical * 0.9 : marrow, depth);
    }
  }
}

/** Draws two nasal passages with a septum, and in each a turbinate: thin bone in soft tissue. */
function drawNose(canvas: Canvas): void {
  for (const passage of [NOSE, mirrored(NOSE)]) fill(canvas, passage, TISSUE.air);
  for (const turbinate of [TURBINATE, mirrored(TURBINATE)]) {
    fill(canvas, turbinate, TISSUE.muscle);
    fill(canvas, { at: turbinate.at, radii: [0.8, 15, 2.6] }, TISSUE.cortical * 0.6);
  }
  fill(canvas, { at: [0, 26, 30], radii: [0.9, 26, 13] }, TISSUE.cortical * 0.45);
}

/** Draws the hard palate: two cortical plates with trabecular bone, and the air of the oral cavity below. */
function drawPalate(canvas: Canvas, columns: Columns): void {
  const { size } = canvas;
  const box = { x: [-27, 27], y: [3, PALATE.backY + 3], z: [6, 24] } as const;
  const layer = size[0] * size[1];
  forEachVoxel(canvas, box, (index, x, y, z) => {
    const column = index % layer;
    const out = columns.out[column]!;
    const isInside = out < -3 || (out === Number.POSITIVE_INFINITY && y > 8 && Math.abs(x) < 24);
    if (!isInside) return;
    const edge = Math.abs(x) / 22;
    const middle = PALATE.height + 2.5 - PALATE.vaultMm * edge ** 4 - Math.max(0, 16 - y) * 0.3;
    const thickness = PALATE.thicknessMm * (1.15 - y / 90);
    const depth = roundedDepth(thickness - Math.abs(z - middle), PALATE.backY - y, 1.5);
    blend(canvas, index, depth > 1 ? TISSUE.marrow + 150 : TISSUE.cortical, depth);
  });
}
