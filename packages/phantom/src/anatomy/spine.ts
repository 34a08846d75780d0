import { TISSUE } from './anatomy.ts';
import { type Canvas, forEachVoxel, blend } from './canvas.ts';
import { noiseAt } from './texture.ts';

const BODY = { y: 83, halfWidth: 10.5, halfDepth: 8.5 };
const PITCH_MM = 17.5;
const DISC_MM = 4;
const CANAL = { y: 101, halfWidth: 11, halfDepth: 8 };

/** Draws the cervical vertebrae: bodies, discs, and the arch around the spinal canal. */
export function drawSpine(canvas: Canvas, noise: Float32Array): void {
  forEachVoxel(canvas, { x: [-24, 24], y: [70, 120], z: [-80, 45] }, (index, x, y, z) => {
    const inPitch = (((z + 30) % PITCH_MM) + PITCH_MM) % PITCH_MM;
    const fromDisc = Math.min(inPitch, PITCH_MM - inPitch) - DISC_MM / 2;
    const inBody = (1 - Math.hypot(x / BODY.halfWidth, (y - BODY.y) / BODY.halfDepth)) * BODY.halfDepth;
    const ring = Math.hypot(x / CANAL.halfWidth, (y - CANAL.y) / CANAL.halfDepth);
    const inArch = Math.min(2.2 - Math.abs(ring - 1.28) * CANAL.halfDepth, fromDisc - 1);
    const inWing = Math.min(3 - Math.abs(y - 93), 21 - Math.abs(x), Math.abs(x) - 8, fromDisc - 2.5);
    const depth = Math.max(Math.min(inBody, fromDisc), inArch, inWing);
    const marrow = TISSUE.marrow + 40 + 160 * noiseAt(noise, x * 2.3, y * 2.3, z * 2.3);
    blend(canvas, index, depth < 1.1 ? TISSUE.cortical * 0.85 : marrow, depth);
  });
}
