import type { Vector3 } from '@snimok/imaging/dicom/elements/file';
import { reduced } from '@snimok/imaging/registration/densities';
import { registerVolumes } from '@snimok/imaging/registration/register-volumes';
import {
  inverted,
  movedAbout,
  type Rigid,
  rotationBy,
  transformed,
} from '@snimok/imaging/registration/rigid';
import { prepareStitching, stitchedSlice } from '@snimok/imaging/stitching/stitch-volumes';
import { depthAt } from '@snimok/imaging/stitching/scan-field';
import { trilinear } from '@snimok/imaging/volume/sheet';
import type { Volume } from '@snimok/imaging/volume/volume';
import { expect, test } from 'vitest';
import { originOf } from '../anatomy/anatomy.ts';
import { drawScan, jawCurve } from '../jaws.ts';
import { placeTeeth } from '../anatomy/placement.ts';
import { normalRandom, randomStream } from '../anatomy/random.ts';

/* Two scans of a small detector, each of one side of the jaws, are cut out of one volume, which is the truth. */

const FRAME = { size: [200, 190, 120] as const, spacingMm: 0.5 };
const whole = drawScan({ ...FRAME, seed: 5 });
const GAP = -32_768;
const AROUND = -1000;

interface Cut {
  size: readonly [number, number, number];
  spacingMm: number;
  /** the middle of the scan in the whole volume, in millimetres */
  middleMm: Vector3;
  /** in degrees about the axes */
  turn?: Vector3;
  gain?: number;
  offset?: number;
  noise?: number;
  seed?: number;
}

/** From the millimetres of a scan to those of the whole volume. */
function toWhole({ size, spacingMm, middleMm, turn = [0, 0, 0] }: Cut): Rigid {
  const own = size.map((count) => ((count - 1) / 2) * spacingMm) as unknown as Vector3;
  const radians = turn.map((degrees) => (degrees * Math.PI) / 180) as unknown as Vector3;
  const shift = middleMm.map((mm, axis) => mm - own[axis]!) as unknown as Vector3;
  return movedAbout(own, rotationBy(radians), shift);
}

/** A scan with noise and units of its own, in a cylinder. */
function scan(cut: Cut): Volume {
  const { size, spacingMm, gain = 1, offset = 0, noise = 40, seed = 1 } = cut;
  const pose = toWhole(cut);
  const random = randomStream(seed);
  const radius = Math.min(size[0], size[1]) / 2;
  const values = new Int16Array(size[0] * size[1] * size[2]);
  for (let z = 0, at = 0; z < size[2]; z += 1)
    for (let y = 0; y < size[1]; y += 1)
      for (let x = 0; x < size[0]; x += 1, at += 1) {
        const isInside = Math.hypot(x - (size[0] - 1) / 2, y - (size[1] - 1) / 2) <= radius;
        const value = wholeAt(transformed(pose, [x * spacingMm, y * spacingMm, z * spacingMm]));
        values[at] = isInside ? gain * (value + normalRandom(random) * noise) + offset : AROUND;
      }
  return { size, spacingMm: [spacingMm, spacingMm, spacingMm], values };
}

const wholeAt = ([x, y, z]: Vector3) =>
  trilinear(whole.values, whole.size, x / FRAME.spacingMm, y / FRAME.spacingMm, z / FRAME.spacingMm);

const right: Cut = { size: [130, 130, 100], spacingMm: 0.5, middleMm: [38, 38, 30] };
const left: Cut = {
  size: [108, 108, 84],
  spacingMm: 0.6,
  middleMm: [63, 38, 31],
  turn: [4, -3, 6],
  gain: 0.8,
  offset: 180,
  noise: 60,
  seed: 2,
};

const densities = (volume: Volume) => reduced({ ...volume, originMm: [0, 0, 0] }, 1);
const prepare = (one: Volume, other: Volume, transform: Rigid, mostVoxels = 2 ** 27) =>
  prepareStitching({ scans: [one, other], transform, mostVoxels, gap: GAP });

function joined(one: Volume, other: Volume, transform: Rigid, mostVoxels?: number) {
  const stitching = prepare(one, other, transform, mostVoxels);
  if ('refusal' in stitching) throw new Error(stitching.refusal);
  const { size, spacingMm } = stitching.grid;
  const values = new Int16Array(size[0] * size[1] * size[2]);
  for (let z = 0; z < size[2]; z += 1) values.set(stitchedSlice(stitching, z), z * size[0] * size[1]);
  const volume: Volume = { size, spacingMm, values, gap: GAP };
  return { stitching, volume };
}

/** Whether a point of the whole volume is deeper than this in the cylinder of a scan. */
function measures(cut: Cut, point: Vector3, marginMm = 1): boolean {
  const { size, spacingMm } = cut;
  const [x, y, z] = transformed(inverted(toWhole(cut)), point);
  const middle = ((size[0] - 1) / 2) * spacingMm;
  const top = (size[2] - 1) * spacingMm;
  return Math.hypot(x - middle, y - middle) < middle - marginMm && z > marginMm && z < top - marginMm;
}

const percentile95 = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)]!;

/** From the grid of the joined volume to the whole one. */
const placeOf = (fixed: Cut, { grid: { originMm, spacingMm } }: ReturnType<typeof joined>['stitching']) => {
  const pose = toWhole(fixed);
  return (x: number, y: number, z: number): Vector3 =>
    transformed(pose, [
      originMm[0] + x * spacingMm[0],
      originMm[1] + y * spacingMm[1],
      originMm[2] + z * spacingMm[2],
    ]);
};

/** The differences from the whole volume at every third voxel that satisfies a condition. */
function greyErrors(
  fixed: Cut,
  { stitching, volume }: ReturnType<typeof joined>,
  isWanted: (point: Vector3) => boolean,
) {
  const [nx, ny, nz] = volume.size;
  const place = placeOf(fixed, stitching);
  const errors: number[] = [];
  for (let z = 0; z < nz; z += 3)
    for (let y = 0; y < ny; y += 3)
      for (let x = 0; x < nx; x += 3) {
        const point = place(x, y, z);
        if (isWanted(point)) errors.push(Math.abs(volume.values[(z * ny + y) * nx + x]! - wholeAt(point)));
      }
  return errors;
}

/**
 * The distance between the place of a structure in the joined volume and its place in the whole one, found by Gauss-Newton
 * steps of a shift.
 */
function displacementMm(
  point: Vector3,
  fixed: Cut,
  { stitching, volume }: ReturnType<typeof joined>,
): number {
  const toJoined = inverted(toWhole(fixed));
  const { originMm, spacingMm } = stitching.grid;
  const joinedAt = (at: Vector3) => {
    const [x, y, z] = transformed(toJoined, at).map((mm, axis) => (mm - originMm[axis]!) / spacingMm[axis]!);
    return trilinear(volume.values, volume.size, x!, y!, z!);
  };
  const shift: [number, number, number] = [0, 0, 0];
  const moved = (at: Vector3, dx: number, dy: number, dz: number): Vector3 => [
    at[0] + shift[0] + dx,
    at[1] + shift[1] + dy,
    at[2] + shift[2] + dz,
  ];
  for (let step = 0; step < 6; step += 1) {
    // each axis by itself, because the normal equations are nearly diagonal
    const along = [0, 0, 0];
    const squares = [0, 0, 0];
    for (let z = -3; z <= 3; z += 0.5)
      for (let y = -3; y <= 3; y += 0.5)
        for (let x = -3; x <= 3; x += 0.5) {
          const at: Vector3 = [point[0] + x, point[1] + y, point[2] + z];
          const difference = wholeAt(at) - joinedAt(moved(at, 0, 0, 0));
          const slopes = [
            joinedAt(moved(at, 0.25, 0, 0)) - joinedAt(moved(at, -0.25, 0, 0)),
            joinedAt(moved(at, 0, 0.25, 0)) - joinedAt(moved(at, 0, -0.25, 0)),
            joinedAt(moved(at, 0, 0, 0.25)) - joinedAt(moved(at, 0, 0, -0.25)),
          ];
          slopes.forEach((slope, axis) => {
            along[axis]! += 2 * slope * difference;
            squares[axis]! += 4 * slope * slope;
          });
        }
    for (const axis of [0, 1, 2] as const) shift[axis] += along[axis]! / squares[axis]!;
  }
  return Math.hypot(...shift);
}

/** The tips of the crowns, in the whole volume. */
const origin = originOf(FRAME);
const tips = placeTeeth(jawCurve(), { seed: 5, missingTeeth: [18, 25], metal: true }).map(
  ({ tip: [x, y, z] }): Vector3 => [x - origin.x, y - origin.y, z - origin.z],
);

const one = scan(right);
const other = scan(left);
const found = registerVolumes({ fixed: densities(one), moving: densities(other) }).transform;

const both = joined(one, other, found);
const inOne = (point: Vector3) => measures(right, point);
const inOther = (point: Vector3) => measures(left, point);

test('a joined volume shows the whole object with no more noise than the scans', () => {
  // the 95th percentile of the noise is 78 in the first scan and 118 in the second one, which is smoothed
  const errors = (isWanted: (point: Vector3) => boolean) => percentile95(greyErrors(right, both, isWanted));
  expect(errors((point) => inOne(point) && !inOther(point))).toBeLessThan(80);
  expect(errors((point) => !inOne(point) && inOther(point))).toBeLessThan(100);
  expect(errors((point) => inOne(point) && inOther(point))).toBeLessThan(75);
});

test('teeth of both scans are in their places within 0.3 mm', () => {
  const inScans = tips.filter((tip) => measures(right, tip, 5) || measures(left, tip, 5));
  const onlyInOther = inScans.filter((tip) => !inOne(tip));
  expect(inScans.length).toBeGreaterThanOrEqual(24);
  expect(onlyInOther.length).toBeGreaterThanOrEqual(8);
  for (const tip of inScans) expect(displacementMm(tip, right, both)).toBeLessThan(0.3);
});

test('the values of the second scan are adjusted to those of the first scan', () => {
  const { match } = both.stitching;
  expect(match.gain).toBeCloseTo(1 / 0.8, 1);
  expect(match.gain * (0.8 * 1000 + 180) + match.offset).toBeCloseTo(1000, -1.5);
  expect(match.correlation).toBeGreaterThan(0.98);
  expect(match.overlapShare).toBeCloseTo(0.54, 1);
});

test('the scan with smaller voxels is copied, whether it is the first or the second', () => {
  const reversed = joined(other, one, inverted(found));
  expect(reversed.stitching.isSwapped).toBe(true);
  expect(reversed.stitching.grid).toEqual(both.stitching.grid);
  const { grid, fields } = both.stitching;
  const first = grid.originMm.map((mm, axis) => Math.round(-mm / grid.spacingMm[axis]!));
  let copied = 0;
  for (let y = 40; y < 90; y += 1)
    for (let x = 5; x < 60; x += 1) {
      const point: Vector3 = [x * 0.5, y * 0.5, 25];
      if (depthAt(fields.fixed, point) < 4 || depthAt(fields.moving, transformed(found, point)) > 0) continue;
      const at = ((50 + first[2]!) * grid.size[1] + y + first[1]!) * grid.size[0] + x + first[0]!;
      expect(reversed.volume.values[at]).toBe(one.values[(50 * 130 + y) * 130 + x]);
      copied += 1;
    }
  expect(copied).toBeGreaterThan(500);
});

test('only voxels outside both scans are gaps, so empty corners of one scan do not cover the other', () => {
  const { volume, stitching } = both;
  const [nx, ny, nz] = volume.size;
  const place = placeOf(right, stitching);
  let gaps = 0;
  for (let z = 0; z < nz; z += 4)
    for (let y = 0; y < ny; y += 4)
      for (let x = 0; x < nx; x += 4) {
        const value = volume.values[(z * ny + y) * nx + x]!;
        if (value === GAP) gaps += 1;
        const point = place(x, y, z);
        if (inOne(point) || inOther(point)) expect(value).not.toBe(GAP);
      }
  expect(gaps).toBeGreaterThan(100);
});

test('a metal crown of one scan does not change the match', () => {
  const values = other.values.slice();
  for (let z = 40; z < 50; z += 1)
    for (let y = 45; y < 55; y += 1) values.fill(2580, (z * 108 + y) * 108 + 20, (z * 108 + y) * 108 + 30);
  const { match } = joined(one, { ...other, values }, found).stitching;
  expect(match.gain / both.stitching.match.gain).toBeCloseTo(1, 1.5);
});

test('scans without enough in common are refused', () => {
  const beside: Rigid = { ...found, shiftMm: [found.shiftMm[0] - 46, found.shiftMm[1], found.shiftMm[2]] };
  expect(prepare(one, other, beside)).toMatchObject({ refusal: 'overlap' });
});

test('scans that are misaligned by 2 mm or show different patients are refused', () => {
  const wrong: Rigid = { ...found, shiftMm: [found.shiftMm[0] + 2, found.shiftMm[1], found.shiftMm[2]] };
  expect(prepare(one, other, wrong)).toMatchObject({ refusal: 'unlike' });
  const random = randomStream(9);
  const balls = Array.from({ length: 12 }, () => [random() * 108, random() * 108, random() * 84] as const);
  const values = other.values.map((_, at) => {
    const place = [at % 108, Math.floor(at / 108) % 108, Math.floor(at / (108 * 108))] as const;
    const isBone = balls.some(
      (ball) => Math.hypot(...ball.map((middle, axis) => middle - place[axis]!)) < 14,
    );
    return isBone ? 1400 : 40;
  });
  expect(prepare(one, { ...other, values }, found)).toMatchObject({ refusal: 'unlike' });
});

test('limited memory makes voxels larger, and is a refusal if they would exceed twice the size', () => {
  const { size } = both.volume;
  const voxels = size[0] * size[1] * size[2];
  const coarse = joined(one, other, found, voxels / 3);
  const { grid } = coarse.stitching;
  expect(grid.size[0] * grid.size[1] * grid.size[2]).toBeLessThanOrEqual(voxels / 3);
  expect(grid.coarsening).toBeGreaterThan(1.3);
  expect(grid.spacingMm[0]).toBeCloseTo(0.5 * grid.coarsening);
  const tip = tips.find((each) => measures(left, each, 5) && !inOne(each))!;
  expect(displacementMm(tip, right, coarse)).toBeLessThan(0.3);
  expect(prepare(one, other, found, voxels / 12)).toMatchObject({ refusal: 'memory' });
});
