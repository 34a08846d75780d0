import { findArch } from '@snimok/imaging/panorama/find-arch';
import { surfaceOfLabel } from '@snimok/imaging/segmentation/part-surfaces';
import { LABEL } from '@snimok/imaging/segmentation/labels';
import { BONE_FROM, segmentJaws } from '@snimok/imaging/segmentation/segment-jaws';
import type { Mesh } from '@snimok/imaging/surface/mesh';
import { surfaceNets } from '@snimok/imaging/surface/surface-nets';
import type { Volume } from '@snimok/imaging/volume/volume';
import { beforeAll, expect, test } from 'vitest';
import { drawAnatomy, drawJaws } from '../jaws.ts';

const SPACING_MM = 0.6;
const FRAME = { size: [200, 200, 150], spacingMm: SPACING_MM } as const;
/** A slab of 27 mm at the teeth, twice as fine, without noise, streaks and the edge of the field of view. */
const FINE = { size: [400, 400, 90], spacingMm: SPACING_MM / 2 } as const;
/** Metal casts streaks that are no bone. */
const WITHOUT_METAL = { metal: false } as const;

let volume: Volume;
let labels: Uint8Array;

beforeAll(() => {
  volume = drawJaws({ ...FRAME, ...WITHOUT_METAL });
  const arch = findArch(volume);
  if ('refused' in arch) throw new Error(arch.refused);
  labels = segmentJaws(volume, arch);
}, 120_000);

const count = (label: number, where: (at: number) => boolean) => {
  let found = 0;
  for (let at = 0; at < labels.length; at += 1) if (labels[at] === label && where(at)) found += 1;
  return found;
};

test('each jaw of the phantom gets its own label, rami and condyles included', () => {
  const [upper, lower] = (['upper', 'lower'] as const).map((jaws) =>
    drawAnatomy({ ...FRAME, ...WITHOUT_METAL, jaws }),
  ) as [Volume, Volume];
  const isUpper = (at: number) => upper.values[at]! > BONE_FROM && lower.values[at]! < BONE_FROM;
  const isLower = (at: number) => lower.values[at]! > BONE_FROM && upper.values[at]! < BONE_FROM;
  const shares = {
    upperAsUpper: count(LABEL.upper, isUpper),
    upperAsLower: count(LABEL.lower, isUpper),
    lowerAsLower: count(LABEL.lower, isLower),
    lowerAsUpper: count(LABEL.upper, isLower),
  };
  expect(shares.upperAsLower / shares.upperAsUpper).toBeLessThan(0.01);
  expect(shares.lowerAsUpper / shares.lowerAsLower).toBeLessThan(0.01);
});

test('the spine belongs to no jaw, and the airway is found', () => {
  const cm3 = (label: number) => (count(label, () => true) * SPACING_MM ** 3) / 1000;
  expect(cm3(LABEL.airway)).toBeGreaterThan(8);
  expect(cm3(LABEL.airway)).toBeLessThan(80);
});

/** The distances of a mesh's vertices from the nearest vertex of a finer one, in ascending order. */
function distances({ positions }: Mesh, truth: Mesh, offsetMm: readonly number[]): number[] {
  const cell = 1;
  const grid = new Map<string, number[]>();
  const keyOf = (x: number, y: number, z: number) => `${x} ${y} ${z}`;
  const cellOf = (mm: number) => Math.floor(mm / cell);
  for (let at = 0; at < truth.positions.length; at += 3) {
    const key = keyOf(
      cellOf(truth.positions[at]!),
      cellOf(truth.positions[at + 1]!),
      cellOf(truth.positions[at + 2]!),
    );
    const found = grid.get(key);
    if (found) found.push(at);
    else grid.set(key, [at]);
  }
  const result: number[] = [];
  // every seventh vertex is enough for a percentile
  for (let at = 0; at < positions.length; at += 21) {
    const place = [0, 1, 2].map((axis) => positions[at + axis]! + offsetMm[axis]!);
    if (place[2]! < 1 || place[2]! > (FINE.size[2] - 1) * FINE.spacingMm - 1) continue;
    const [x, y, z] = place.map(cellOf) as [number, number, number];
    let nearest = 4;
    for (let i = -1; i <= 1; i += 1)
      for (let j = -1; j <= 1; j += 1)
        for (let k = -1; k <= 1; k += 1)
          for (const other of grid.get(keyOf(x + i, y + j, z + k)) ?? [])
            nearest = Math.min(
              nearest,
              Math.hypot(...place.map((mm, axis) => mm - truth.positions[other + axis]!)),
            );
    result.push(nearest);
  }
  return result.toSorted((one, other) => one - other);
}

test('the surfaces of both jaws are within 0.3 mm of the phantom’s bone for 95 % of their vertices', () => {
  const fine = drawAnatomy({ ...FINE, ...WITHOUT_METAL });
  const area = FINE.size[0] * FINE.size[1];
  const truth = surfaceNets(
    {
      ...FINE,
      spacingMm: fine.spacingMm,
      slice: (z) => fine.values.subarray(z * area, (z + 1) * area),
    },
    BONE_FROM,
  );
  // both grids are centred on the jaws
  const offsetMm = [0, 1, 2].map(
    (axis) => ((FINE.size[axis]! - 1) * FINE.spacingMm - (FRAME.size[axis]! - 1) * SPACING_MM) / 2,
  );
  for (const label of [LABEL.upper, LABEL.lower]) {
    const found = distances(surfaceOfLabel(volume, labels, label), truth, offsetMm);
    expect(found[Math.floor(found.length * 0.95)]).toBeLessThan(0.3);
  }
}, 120_000);
