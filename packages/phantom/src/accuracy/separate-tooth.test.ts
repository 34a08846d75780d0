import { separateTooth } from '@snimok/imaging/segmentation/separate-tooth';
import type { Volume } from '@snimok/imaging/volume/volume';
import { beforeAll, expect, test } from 'vitest';
import { originOf } from '../anatomy/anatomy.ts';
import { drawJaws, jawCurve } from '../jaws.ts';
import { type PlacedTooth, placeTeeth } from '../anatomy/placement.ts';
import { toothAt } from '../anatomy/tooth-shape.ts';

const SPACING_MM = 0.4;
const FRAME = { size: [250, 220, 150], spacingMm: SPACING_MM } as const;
const ANATOMY = { seed: 1, missingTeeth: [18, 25], metal: true };
const TEETH = placeTeeth(jawCurve(), ANATOMY);
const LEVELS = { zero: 0, least: 1900 };

type Point = readonly [number, number, number];
const { x, y, z } = originOf(FRAME);
const ORIGIN: Point = [x, y, z];

let volume: Volume;
beforeAll(() => {
  volume = drawJaws({ ...FRAME, ...ANATOMY });
}, 120_000);

const isIn = ({ kind, treatment, tip, along, across, down }: PlacedTooth, point: readonly number[]) => {
  const from = point.map((mm, axis) => mm - tip[axis]!);
  const dot = (axis: readonly number[]) => from.reduce((sum, mm, at) => sum + mm * axis[at]!, 0);
  const deep = dot(down);
  if (deep < 0 || deep > kind.crown + kind.root) return false;
  const sample = { depthMm: 0, density: 0, isRoot: false };
  return toothAt(kind, treatment, sample, dot(along), dot(across), deep).depthMm > 0;
};

const dice = (tooth: PlacedTooth, found: ReturnType<typeof separateTooth>): number => {
  if (!found) return 0;
  const { from, size, marks } = found.mask;
  let both = 0;
  let sum = 0;
  for (let at = 0; at < marks.length; at += 1) {
    const index = [at % size[0], Math.floor(at / size[0]) % size[1], Math.floor(at / (size[0] * size[1]))];
    const isTrue = isIn(
      tooth,
      index.map((one, axis) => (one + from[axis]!) * SPACING_MM + ORIGIN[axis]!),
    );
    if (isTrue && marks[at] === 1) both += 1;
    sum += (isTrue ? 1 : 0) + marks[at]!;
  }
  return (2 * both) / sum;
};

/** A point of the tooth's axis, at a part of its length from the tip of the crown. */
const pointIn = ({ tip, down, kind }: PlacedTooth, part: number): Point => {
  const [a, b, c] = tip.map((mm, at) => mm + down[at]! * (kind.crown + kind.root) * part - ORIGIN[at]!);
  return [a!, b!, c!];
};

// teeth of every form: with a metal crown, a filling and a filled root canal, and an impacted one
test.for([11, 13, 14, 16, 26, 36, 41, 46, 48])(
  'one click in the crown of tooth %i separates it from its neighbours: Dice at least 0.85',
  (number) => {
    const tooth = TEETH.find((one) => one.number === number)!;
    expect(dice(tooth, separateTooth(volume, pointIn(tooth, 0.25), LEVELS))).toBeGreaterThan(0.85);
  },
);

test('a click in the root gives the same tooth as one in the crown', () => {
  const tooth = TEETH.find(({ number }) => number === 15)!;
  expect(dice(tooth, separateTooth(volume, pointIn(tooth, 0.55), LEVELS))).toBeGreaterThan(0.85);
});

test('there is no tooth in the airway, in a vertebra and beyond the volume', () => {
  for (const [px, py, pz] of [
    [0, 75, -10],
    [0, 100, -10],
    [0, 400, 0],
  ] as const)
    expect(separateTooth(volume, [px - x, py - y, pz - z], LEVELS)).toBeNull();
});
