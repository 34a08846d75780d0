import { expect, test } from 'vitest';
import type { Size3 } from '../volume/volume.ts';
import { structureBoxes, surfaceOfStructure } from './structure-surfaces.ts';

const SIZE: Size3 = [40, 36, 30];
const SPACING_MM: Size3 = [0.5, 0.5, 0.5];
const grid = { size: SIZE, spacingMm: SPACING_MM };

/** Two balls of 5 mm that touch, with labels 11 and 21, and one voxel with label 5 at the corner of the volume. */
const labels = (() => {
  const values = new Uint8Array(SIZE[0] * SIZE[1] * SIZE[2]);
  const radiusOf = (x: number, centre: number, y: number, z: number) =>
    Math.hypot(x - centre, y - 18, z - 15) * 0.5;
  for (let at = 0; at < values.length; at += 1) {
    const x = at % 40;
    const y = Math.floor(at / 40) % 36;
    const z = Math.floor(at / 1440);
    if (radiusOf(x, 10, y, z) <= 5) values[at] = 11;
    else if (radiusOf(x, 30, y, z) <= 5) values[at] = 21;
  }
  values[0] = 5;
  return values;
})();

test('each label gets a closed surface of its own, smooth and in its place', () => {
  const boxes = structureBoxes(grid, labels);
  expect([...boxes.keys()].toSorted((one, other) => one - other)).toEqual([5, 11, 21]);
  const { positions, triangles } = surfaceOfStructure(grid, labels, 21, boxes.get(21)!);
  const errors: number[] = [];
  for (let at = 0; at < positions.length; at += 3)
    errors.push(
      Math.abs(Math.hypot(positions[at]! - 15, positions[at + 1]! - 9, positions[at + 2]! - 7.5) - 5),
    );
  expect(Math.max(...errors)).toBeLessThan(0.5);
  expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(0.25);
  const balance = new Map<string, number>();
  for (let at = 0; at < triangles.length; at += 3)
    for (let corner = 0; corner < 3; corner += 1) {
      const from = triangles[at + corner]!;
      const to = triangles[at + ((corner + 1) % 3)]!;
      const key = `${Math.min(from, to)} ${Math.max(from, to)}`;
      balance.set(key, (balance.get(key) ?? 0) + (from < to ? 1 : -1));
    }
  expect([...balance.values()].every((count) => count === 0)).toBe(true);
});

test('a single voxel at the corner of the volume gets a surface around it', () => {
  const box = structureBoxes(grid, labels).get(5)!;
  expect(box.voxels).toBe(1);
  const { positions } = surfaceOfStructure(grid, labels, 5, box);
  expect(positions.length).toBeGreaterThan(0);
  expect(Math.max(...positions.map(Math.abs))).toBeLessThanOrEqual(0.5);
});
