import { TISSUE } from './anatomy.ts';
import { type Canvas, type Ellipsoid, fill, forEachVoxel, blend, mirrored, roundedDepth } from './canvas.ts';
import type { Columns } from './columns.ts';
import { noiseAt } from './texture.ts';

const HEAD = { y: 62, halfWidth: 69, front: 75, back: 100 };
const SKIN_MM = 1.6;
const FAT_MM = 7;
const NOSE_TIP: Ellipsoid = { at: [0, -8, 34], radii: [13, 14, 15] };
const MASSETER_MUSCLE: Ellipsoid = { at: [53, 68, 0], radii: [6.5, 17, 34] };
const PTERYGOID_MUSCLE: Ellipsoid = { at: [34, 69, -4], radii: [5.5, 13, 24] };

/** Draws skin, fat and muscles of the head. */
export function drawSoftTissue(canvas: Canvas, noise: Float32Array): void {
  const { size, origin, spacingMm } = canvas;
  for (let k = 0; k < size[2]; k += 1) {
    const z = origin.z + k * spacingMm;
    // The face recedes above the mouth and below the chin.
    const front = HEAD.front - Math.max(0, z - 12) * 0.12 - Math.max(0, -42 - z) ** 1.4 * 0.35 - lips(z);
    for (let j = 0; j < size[1]; j += 1) {
      const y = origin.y + j * spacingMm;
      const along = (y - HEAD.y) / (y < HEAD.y ? front : HEAD.back);
      const row = (k * size[1] + j) * size[0];
      for (let i = 0; i < size[0]; i += 1) {
        const x = origin.x + i * spacingMm;
        const ring = Math.sqrt((x / HEAD.halfWidth) ** 2 + along * along);
        const depth = (1 - ring) * HEAD.halfWidth;
        if (depth < -spacingMm) continue;
        const grain = 18 * noiseAt(noise, x * 1.1, y * 1.1, z * 1.1);
        const inFat = depth > SKIN_MM && depth < FAT_MM + grain / 9;
        blend(canvas, row + i, (inFat ? TISSUE.fat : TISSUE.muscle) + grain, depth);
      }
    }
  }
  fill(canvas, NOSE_TIP, TISSUE.muscle - 30);
  for (const muscle of [MASSETER_MUSCLE, PTERYGOID_MUSCLE]) {
    for (const shape of [muscle, mirrored(muscle)]) {
      fill(
        canvas,
        {
          at: shape.at,
          radii: [shape.radii[0] + 2.5, shape.radii[1] + 2.5, shape.radii[2] + 3],
        },
        TISSUE.fat,
      );
      fill(canvas, shape, TISSUE.muscle + 10);
    }
  }
}

/** Profile of the lips: two ridges and the line between them. */
const lips = (z: number) => (Math.abs(z) < 12 ? 1.8 - 2.4 * Math.abs(Math.sin((z / 12) * Math.PI)) : 1.8);

/** Draws the air of the oral cavity: between the teeth, and above the tongue up to the soft palate. */
export function drawMouth(canvas: Canvas, columns: Columns): void {
  const layer = canvas.size[0] * canvas.size[1];
  forEachVoxel(canvas, { x: [-34, 34], y: [-4, 56], z: [-4, 19] }, (index, x, y, z) => {
    const column = index % layer;
    const out = columns.out[column]!;
    const along = columns.fromMidline[column]!;
    const between = Math.min(0.7 - Math.abs(z), 2.6 - Math.abs(out), 54 - along);
    const fromTeeth = out === Number.POSITIVE_INFINITY ? (y > 8 && Math.abs(x) < 24 ? 9 : -9) : -out - 1.5;
    const roof = 18.5 - 5 * (Math.abs(x) / 22) ** 4 - Math.max(0, 16 - y) * 0.3;
    const tongue = 12 - (x * x) / 90 - ((y - 38) * (y - 38)) / 95;
    const under = Math.min(z - tongue, roof - z);
    blend(canvas, index, TISSUE.air, Math.max(between, roundedDepth(under, Math.min(fromTeeth, 50 - y), 3)));
  });
}

/** Draws the pharynx: wide behind the nose, narrow behind the tongue. */
export function drawAirway(canvas: Canvas): void {
  forEachVoxel(canvas, { x: [-18, 18], y: [48, 78], z: [-70, 50] }, (index, x, y, z) => {
    const high = Math.min(1, Math.max(0, (z - 2) / 20));
    const low = Math.min(1, Math.max(0, (-14 - z) / 26));
    const halfWidth = 10 + 4 * high + 2 * low;
    const halfDepth = 4.2 + 5 * high + 2.5 * low;
    const depth = (1 - Math.hypot(x / halfWidth, (y - (63 - 2 * high)) / halfDepth)) * halfDepth;
    blend(canvas, index, TISSUE.air, depth);
  });
}
