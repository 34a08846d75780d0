import { evenCurve, type Point } from '@snimok/imaging/panorama/curve';
import type { Plane } from '@snimok/imaging/panorama/plane';
import { tone } from '@snimok/imaging/panorama/tone';
import { unroll } from '@snimok/imaging/panorama/unroll';
import type { Size3, Volume } from '@snimok/imaging/volume/volume';
import { expect, test } from 'vitest';
import { archOf, biteHeightOf, drawJaws } from '../jaws.ts';

const FRAME = { size: [128, 128, 96] as Size3, spacingMm: 0.9 };
/** A field of view that the jaws fill, so that there is hardly any air. */
const SMALL = { from: [28, 10, 25] as const, size: [72, 72, 46] as Size3 };
const METAL_CROWNS = [17, 16, 14, 12, 11, 21, 23, 24, 26, 27, 37, 36, 35, 33, 31, 42, 44, 45, 46, 47];
/** The value of metal in a cone-beam scan, far above the largest value of the phantom. */
const METAL = 20_000;

const arch = archOf(FRAME);
const plane: Plane = {
  originMm: [0, 0, biteHeightOf(FRAME)],
  ...({ left: [1, 0, 0], back: [0, 1, 0], up: [0, 0, 1] } satisfies Omit<Plane, 'originMm'>),
};

const jaws = (metalCrowns: readonly number[]): Volume => {
  const volume = drawJaws({
    ...FRAME,
    metal: metalCrowns.length > 0,
    metalCrowns,
    cylinder: false,
    noise: 20,
  });
  return { ...volume, values: volume.values.map((value) => (value > 3000 ? METAL : value)) as Int16Array };
};

function small({ values, size: [nx, ny], spacingMm }: Volume): Volume {
  const [x0, y0, z0] = SMALL.from;
  const [width, depth, height] = SMALL.size;
  const part = new Int16Array(width * depth * height);
  for (let z = 0, at = 0; z < height; z += 1)
    for (let y = 0; y < depth; y += 1)
      for (let x = 0; x < width; x += 1, at += 1) part[at] = values[((z + z0) * ny + y + y0) * nx + x + x0]!;
  return { size: SMALL.size, spacingMm, values: part };
}

/** The median grey of a panorama below the lower crowns, where roots and bone are, away from its ends. */
function greyOfBone(volume: Volume, originMm: readonly number[] = [0, 0, 0]): number {
  const moved = ([x, y]: Point): Point => [x - originMm[0]!, y - originMm[1]!];
  const height = plane.originMm[2] - originMm[2]!;
  const slab = unroll(volume, { ...plane, originMm: [0, 0, height] }, evenCurve(arch.map(moved), 0.2));
  const { grey } = tone(slab);
  const rowAt = (mm: number) => Math.round((slab.heightMm[1] - mm) / slab.pixelMm);
  const found: number[] = [];
  for (let row = rowAt(-12); row < rowAt(-16); row += 1)
    for (let column = slab.width >> 2; column < (slab.width * 3) >> 2; column += 1)
      found.push(grey[row * slab.width + column]!);
  return found.toSorted((one, other) => one - other)[found.length >> 1]!;
}

const withoutMetal = jaws([]);
const withMetal = jaws(METAL_CROWNS);

test('bone is as bright beside twenty metal crowns as without them', () => {
  const plain = greyOfBone(withoutMetal);
  const beside = greyOfBone(withMetal);
  expect(plain).toBeGreaterThan(70);
  expect(beside).toBeGreaterThan(0.9 * plain);
  expect(beside).toBeLessThan(1.6 * plain);
});

test.each([
  ['with metal', withMetal],
  ['without metal', withoutMetal],
])('bone is visible in a small field of view %s', (_, volume) => {
  const originMm = SMALL.from.map((count) => count * FRAME.spacingMm);
  const grey = greyOfBone(small(volume), originMm);
  expect(grey).toBeGreaterThan(70);
  expect(grey).toBeLessThan(220);
});
