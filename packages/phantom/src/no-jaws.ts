import type { Vector3 } from '@snimok/imaging/dicom/elements/file';
import type { Size3, Volume } from '@snimok/imaging/volume/volume';
import { TISSUE } from './anatomy/anatomy.ts';
import { blend, emptyCanvas, forEachVoxel } from './anatomy/canvas.ts';
import { addScannerEffects } from './anatomy/detector.ts';
import { drawHead, scanBox } from './fields.ts';
import { posedPoint } from './pose.ts';
import { randomStream } from './anatomy/random.ts';
import { drawSkullVault } from './anatomy/skull-vault.ts';

const EVERYTHING = { x: [-200, 200], y: [-200, 200], z: [-200, 200] } as const;
/** Depth in millimetres below the surface of an object; negative outside. */
type Shape = (x: number, y: number, z: number) => number;

/** Objects that resemble an arch in one respect: curved, dense, thin, ending above and below. */
const SHAPES: readonly { name: string; density: number; shape: Shape }[] = [
  { name: 'a cube of metal', density: TISSUE.metal, shape: (...at) => 20 - Math.max(...at.map(Math.abs)) },
  { name: 'a ball of bone', density: TISSUE.cortical, shape: (...at) => 24 - Math.hypot(...at) },
  { name: 'a shell of bone', density: 1500, shape: (...at) => 3.5 - Math.abs(Math.hypot(...at) - 28) },
  {
    name: 'a shell of enamel',
    density: TISSUE.enamel,
    shape: (...at) => 3.5 - Math.abs(Math.hypot(...at) - 32),
  },
  { name: 'a tube', density: TISSUE.dentine, shape: (x, y) => 4 - Math.abs(Math.hypot(x, y) - 26) },
  {
    name: 'half a tube',
    density: TISSUE.dentine,
    shape: (x, y) => Math.min(8 - y, 4 - Math.abs(Math.hypot(x, y) - 28)),
  },
  {
    name: 'a plate',
    density: TISSUE.dentine,
    shape: (x, y, z) => Math.min(4 - Math.abs(x), 40 - Math.max(Math.abs(y), Math.abs(z))),
  },
  { name: 'a column', density: TISSUE.cortical, shape: (x, y) => 9 - Math.hypot(x, y - 10) },
  {
    name: 'three pins',
    density: TISSUE.metal,
    shape: (x, y, z) =>
      Math.max(...[-18, 0, 18].map((at) => Math.min(2.5 - Math.hypot(x - at, y), 14 - Math.abs(z)))),
  },
  { name: 'a beam across', density: TISSUE.cortical, shape: (_, y, z) => 5 - Math.hypot(y, z) },
];

function inTissue(
  { density, shape }: (typeof SHAPES)[number],
  mm: number,
  seed: number,
  spacingMm: number,
): Volume {
  const count = Math.round(mm / spacingMm);
  const size: Size3 = [count, count, count];
  const canvas = emptyCanvas({ size, spacingMm }, TISSUE.air);
  const half = (mm - spacingMm) / 2;
  canvas.origin = { x: -half, y: -half, z: -half };
  forEachVoxel(canvas, EVERYTHING, (index, x, y, z) => {
    blend(canvas, index, TISSUE.muscle, half - 4 - Math.max(Math.abs(x), Math.abs(y), Math.abs(z)));
    blend(canvas, index, density, shape(x, y, z));
  });
  addScannerEffects(canvas, { noise: 50, seed, cylinder: seed % 2 === 0 });
  return { size, spacingMm: [spacingMm, spacingMm, spacingMm], values: canvas.values };
}

/** Where in the standard patient there is no jaw: the neck and its spine, the throat, the nose and the orbits. */
const PLACES: readonly { name: string; mm: Size3; at: Vector3 }[] = [
  { name: 'the spine', mm: [50, 50, 50], at: [0, 106, -20] },
  { name: 'the spine and the throat', mm: [60, 60, 60], at: [0, 98, -10] },
  { name: 'the neck', mm: [80, 60, 50], at: [0, 104, -25] },
  { name: 'the nose', mm: [50, 50, 40], at: [0, 5, 62] },
];

/** Volumes without jaws, 40 of them, each with its name; `draw` takes a second or two. */
export function volumesWithoutJaws(spacingMm: number): { name: string; draw: () => Volume }[] {
  const vaults = Array.from({ length: 16 }, (_, at) => {
    const seed = at + 1;
    return seed <= 6
      ? { name: `vault ${seed}`, draw: () => drawVault(seed, spacingMm) }
      : { name: `part of a vault ${seed}`, draw: () => drawPartOfVault(seed, spacingMm) };
  });
  const places = [2, 5, 8].flatMap((seed) =>
    PLACES.map(({ name, mm, at }) => ({
      name: `${name} ${seed}`,
      draw: () => {
        const head = drawHead(seed, 'teeth', spacingMm);
        const frame = { size: head.patient.size, spacingMm };
        return scanBox(head, mm, posedPoint(at, head.patient.pose, frame)).volume;
      },
    })),
  );
  const shapes = SHAPES.map((one, at) => ({
    name: one.name,
    draw: () => inTissue(one, at % 3 === 0 ? 60 : 90, at, spacingMm),
  }));
  const noise = [1, 2].map((seed) => ({ name: `noise ${seed}`, draw: () => drawNoise(seed) }));
  return [...vaults, ...places, ...shapes, ...noise];
}

function drawVault(seed: number, spacingMm: number, random = randomStream(seed * 613)): Volume {
  const raisedMm = -30 + 60 * random();
  const mm: Size3 = seed <= 6 ? [150, 180, 60] : [150, 180, 80];
  const size = mm.map((side) => Math.round(side / spacingMm)) as unknown as Size3;
  return drawSkullVault({ size, spacingMm, noise: 30 + 60 * random(), seed, raisedMm });
}

function drawPartOfVault(seed: number, spacingMm: number): Volume {
  const random = randomStream(seed * 613);
  const vault = drawVault(seed, spacingMm, random);
  return wallOf(vault, [60, 50, 80][seed % 3]!, random);
}

function drawNoise(seed: number): Volume {
  const random = randomStream(seed);
  const size: Size3 = [80, 80, 60];
  const values = Int16Array.from({ length: 80 * 80 * 60 }, () => random() * 3000 - 1000);
  return { size, spacingMm: [1, 1, 1], values };
}

/** A field of view at the wall of a skull, as wide and as high as the volume allows. */
function wallOf({ size, spacingMm, values }: Volume, mm: number, random: () => number): Volume {
  const side = Math.min(size[2], Math.round(mm / spacingMm[0]));
  const angle = random() * 2 * Math.PI;
  const at = [0, 1].map((axis) => {
    const out = (axis === 0 ? 66 * Math.cos(angle) : 84 * Math.sin(angle)) * (0.7 + 0.3 * random());
    const middle = size[axis]! / 2 + out / spacingMm[axis]!;
    return Math.max(0, Math.min(size[axis]! - side, Math.round(middle - side / 2)));
  });
  const cut = new Int16Array(side ** 3);
  for (let k = 0; k < side; k += 1)
    for (let j = 0; j < side; j += 1) {
      const row = (k * size[1] + j + at[1]!) * size[0] + at[0]!;
      cut.set(values.subarray(row, row + side), (k * side + j) * side);
    }
  return { size: [side, side, side], spacingMm, values: cut };
}
