import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { renderSegments } from '@snimok/phantom/rendering/render';
import { segmentsOf } from '@snimok/phantom/rendering/segments';
import sharp from 'sharp';

// Draws the ten sample pictures of the dialog «3D-сегментация» from the synthetic patient, as seen walking around him:
// `node apps/web/build/draw-segmentation.ts`, all of them, or those numbered. The files are kept with the sources, for
// they change only when the phantom does. Measured: about ten seconds of processor time a picture.

const FOLDER = join(import.meta.dirname, '../src/areas/segmentation/pictures');
const FRAME = { size: [264, 248, 192], spacingMm: 0.5 } as const;
const [WIDTH, HEIGHT] = [960, 720];
/** Drawn larger and then made smaller: edges become smooth. */
const FINER = 1.5;
const COUNT = 10;

/** Lowest from the front, where the roots are seen; highest from behind, where the chewing surfaces are. */
const viewOf = (number: number) => {
  const turn = ((number - 1) * 360) / COUNT;
  const above = 17 - 7 * Math.cos((turn * Math.PI) / 180);
  return { turn, above, centre: [0, 41, -2], distanceMm: 420, heightMm: 110 } as const;
};

const chosen = process.argv.slice(2).map(Number);
const numbers = chosen.length > 0 ? chosen : Array.from({ length: COUNT }, (_, at) => at + 1);
const segments = segmentsOf(FRAME);
await mkdir(FOLDER, { recursive: true });
for (const number of numbers) {
  const { width, height, pixels } = renderSegments(segments, viewOf(number), WIDTH * FINER, HEIGHT * FINER);
  const name = `jaws-${String(number).padStart(2, '0')}.webp`;
  const drawn = sharp(pixels, { raw: { width, height, channels: 3 } });
  const { size } = await drawn
    .clone()
    .resize(WIDTH, HEIGHT)
    .webp({ quality: 86, effort: 6 })
    .toFile(join(FOLDER, name));
  await drawn
    .resize(160, 120)
    .webp({ quality: 80, effort: 6 })
    .toFile(join(FOLDER, name.replace('.', '-small.')));
  process.stdout.write(`${name}: ${Math.round(size / 1000)} kB\n`);
}
