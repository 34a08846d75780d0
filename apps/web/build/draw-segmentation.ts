import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { renderSegments } from '@snimok/phantom/rendering/render';
import { segmentsOf } from '@snimok/phantom/rendering/segments';
import sharp from 'sharp';

// Renders the ten sample pictures of the dialog «3D-сегментация» from the phantom, at ten angles around it:
// `node apps/web/build/draw-segmentation.ts [number…]`; without numbers, all ten. The files are committed,
// because they change only when the phantom does. Measured: about ten seconds of processor time per picture.

const FOLDER = join(import.meta.dirname, '../src/areas/viewing/segmentation-review/pictures');
const FRAME = { size: [264, 248, 192], spacingMm: 0.5 } as const;
const WIDTH = 960;
const HEIGHT = 720;
/** Supersampling: rendered larger and scaled down, for smooth edges. */
const SUPERSAMPLING = 1.5;
const COUNT = 10;

/**
 * The camera is lowest in front, which shows the roots, and highest behind, which shows the chewing surfaces.
 */
const cameraOf = (number: number) => {
  const turn = ((number - 1) * 360) / COUNT;
  const above = 17 - 7 * Math.cos((turn * Math.PI) / 180);
  return { turn, above, centre: [0, 41, -2], distanceMm: 420, heightMm: 110 } as const;
};

const requested = process.argv.slice(2).map(Number);
const numbers = requested.length > 0 ? requested : Array.from({ length: COUNT }, (_, at) => at + 1);
const segments = segmentsOf(FRAME);
await mkdir(FOLDER, { recursive: true });
for (const number of numbers) {
  const { width, height, pixels } = renderSegments(
    segments,
    cameraOf(number),
    WIDTH * SUPERSAMPLING,
    HEIGHT * SUPERSAMPLING,
  );
  const name = `jaws-${String(number).padStart(2, '0')}.webp`;
  const rendered = sharp(pixels, { raw: { width, height, channels: 3 } });
  const { size } = await rendered
    .clone()
    .resize(WIDTH, HEIGHT)
    .webp({ quality: 86, effort: 6 })
    .toFile(join(FOLDER, name));
  await rendered
    .resize(160, 120)
    .webp({ quality: 80, effort: 6 })
    .toFile(join(FOLDER, name.replace('.', '-small.')));
  process.stdout.write(`${name}: ${Math.round(size / 1000)} kB\n`);
}
