import { describe, expect, test } from 'vitest';
import type { Vector3 } from '@snimok/imaging/dicom/elements/file';
import type { Densities } from '@snimok/imaging/registration/densities';
import { registerVolumes } from '@snimok/imaging/registration/register-volumes';
import {
  angleOf,
  composed,
  inverted,
  type Rigid,
  rotated,
  transformed,
  UNMOVED,
} from '@snimok/imaging/registration/rigid';
import type { Volume } from '@snimok/imaging/volume/volume';
import { CENTRE_MM, type Frame, originOf } from '../anatomy/anatomy.ts';
import { drawScan } from '../jaws.ts';
import { posedPoint, posedValues, type Pose } from '../pose.ts';
import { normalRandom, randomStream } from '../anatomy/random.ts';

const DRAWN: Frame = { size: [166, 158, 116], spacingMm: 0.6 };
const before = drawScan({ ...DRAWN, seed: 3 });
/** Months later: another tooth is missing and there are new metal crowns with their streaks. */
const after = drawScan({ ...DRAWN, seed: 3, missingTeeth: [18, 25, 37], metalCrowns: [14, 36] });

const still: Pose = { yaw: 0, pitch: 0, roll: 0, scale: [1, 1, 1], shiftMm: [0, 0, 0] };
const pose = (yaw: number, pitch: number, roll: number, shiftMm: Vector3): Pose => ({
  ...still,
  yaw,
  pitch,
  roll,
  shiftMm,
});

const VOID = -1000;

interface Scan {
  frame: Frame;
  pose: Pose;
  noise?: number;
  /** scale of the units of another device */
  gain?: number;
  offset?: number;
}

/** A scan with noise and a cylindrical field of view. */
function scan(drawn: Volume, { frame, pose: posed, noise = 60, gain = 1, offset = 0 }: Scan): Densities {
  const values = posedValues(drawn, DRAWN, posed, frame);
  const random = randomStream(frame.size[0] + noise);
  const normal = () => normalRandom(random);
  const [nx, ny] = frame.size;
  const radius = Math.min(nx, ny) / 2;
  const scanned = Float32Array.from(values, (value, at) => {
    const x = at % nx;
    const y = Math.floor(at / nx) % ny;
    const isInside = Math.hypot(x - (nx - 1) / 2, y - (ny - 1) / 2) <= radius;
    return isInside ? gain * value + offset + normal() * noise : VOID;
  });
  const { size, spacingMm } = frame;
  return { size, spacingMm: [spacingMm, spacingMm, spacingMm], originMm: [0, 0, 0], values: scanned };
}

/** The motion from the fixed scan to the moving one. */
function truth(fixed: Scan, moving: Scan): Rigid {
  const at = (point: Vector3) => posedPoint(point, moving.pose, moving.frame);
  const standard: Rigid = {
    rotation: [0, 1, 2].map((row) =>
      [0, 1, 2].map((column) => {
        const unit = [0, 1, 2].map((axis) => (axis === column ? 1 : 0)) as unknown as Vector3;
        return at(unit)[row]! - at([0, 0, 0])[row]!;
      }),
    ) as unknown as Rigid['rotation'],
    shiftMm: at([0, 0, 0]),
  };
  const standing = posedPoint([0, 0, 0], fixed.pose, fixed.frame);
  // the fixed scan is not rotated
  return composed(standard, { ...UNMOVED, shiftMm: [-standing[0], -standing[1], -standing[2]] });
}

/** The largest error in a box about the jaws of 60 × 50 × 40 mm, and the error of the rotation in degrees. */
function errorOf(found: Rigid, wanted: Rigid, fixed: Scan): { mm: number; degrees: number } {
  const middle = posedPoint([CENTRE_MM.x, CENTRE_MM.y, CENTRE_MM.z], fixed.pose, fixed.frame);
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((bits): Vector3 => [
    middle[0] + (bits & 1 ? 30 : -30),
    middle[1] + (bits & 2 ? 25 : -25),
    middle[2] + (bits & 4 ? 20 : -20),
  ]);
  const distances = corners.map((corner) => {
    const one = transformed(found, corner);
    const other = transformed(wanted, corner);
    return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
  });
  return { mm: Math.max(...distances), degrees: angleOf(composed(inverted(wanted), found)) };
}

const WIDE: Frame = { size: [160, 160, 100], spacingMm: 0.6 };

describe('the motion between two scans is found within 0.3 mm and 0.3°', () => {
  test.each<[string, Volume, Scan, Scan]>([
    [
      'the same device, other teeth and new metal',
      after,
      { frame: WIDE, pose: still },
      { frame: WIDE, pose: pose(6, -8, 4, [5, -7, 4]) },
    ],
    [
      'another spacing and other units',
      before,
      { frame: WIDE, pose: still },
      {
        frame: { size: [200, 190, 130], spacingMm: 0.5 },
        pose: pose(-11, 9, -7, [-9, 6, -5]),
        gain: 0.7,
        offset: 250,
      },
    ],
    [
      'a small field of view with one side of the jaws',
      after,
      { frame: WIDE, pose: still },
      { frame: { size: [130, 130, 130], spacingMm: 0.4 }, pose: pose(4, 12, 5, [-16, 12, 6]), noise: 90 },
    ],
    [
      'turned by 18°',
      before,
      { frame: { size: [128, 128, 88], spacingMm: 0.75 }, pose: still },
      { frame: WIDE, pose: pose(18, -4, 2, [0, 3, 0]) },
    ],
  ])('%s', (_name, drawn, fixed, moving) => {
    const found = registerVolumes({ fixed: scan(before, fixed), moving: scan(drawn, moving) });
    const { mm, degrees } = errorOf(found.transform, truth(fixed, moving), fixed);
    expect(mm).toBeLessThan(0.3);
    expect(degrees).toBeLessThan(0.3);
    expect(found.correlation).toBeGreaterThan(0.6);
  });
});

/** How far the lower jaw drops. */
const DROP_VOXELS = 7;

test('a region restricts the comparison to the bone that moved together', () => {
  // the lower jaw is 4.2 mm lower in the second scan, as with an open mouth
  const frame = WIDE;
  const upper = drawScan({ ...DRAWN, seed: 3, jaws: 'upper' });
  const lower = drawScan({ ...DRAWN, seed: 3, jaws: 'lower' });
  const bite = (CENTRE_MM.z - originOf(DRAWN).z) / DRAWN.spacingMm + DROP_VOXELS;
  const area = DRAWN.size[0] * DRAWN.size[1];
  const together = (dropVoxels: number): Volume => {
    const values = upper.values.slice();
    for (let at = 0; at < values.length - dropVoxels * area; at += 1)
      if (at / area < bite - dropVoxels) values[at] = lower.values[at + dropVoxels * area]!;
    return { ...upper, values };
  };
  const fixed = { frame, pose: still };
  const moving = { frame, pose: pose(3, 2, -2, [2, 3, 1]) };
  const one = scan(together(0), fixed);
  const other = scan(together(DROP_VOXELS), moving);
  const whole = registerVolumes({ fixed: one, moving: other });
  const middle = posedPoint([0, 15, -14], still, frame);
  const found = registerVolumes({
    fixed: one,
    moving: other,
    start: whole.transform,
    region: { at: middle, radiusMm: 25 },
  });
  const wanted = composed(truth(fixed, moving), {
    ...UNMOVED,
    shiftMm: [0, 0, -DROP_VOXELS * DRAWN.spacingMm],
  });
  const at = transformed(found.transform, middle);
  const expected = transformed(wanted, middle);
  expect(Math.hypot(...at.map((mm, axis) => mm - expected[axis]!))).toBeLessThan(0.3);
});

test('volumes with nothing in common have a low agreement', () => {
  const frame = WIDE;
  const one = scan(before, { frame, pose: still });
  const random = randomStream(7);
  const balls = Array.from({ length: 12 }, () => [random(), random(), random()] as const);
  const values = one.values.map((_, at) => {
    const x = at % 160;
    const y = Math.floor(at / 160) % 160;
    const z = Math.floor(at / 25_600);
    const isBone = balls.some(([u, v, w]) => Math.hypot(x - u * 160, y - v * 160, z - w * 100) < 14);
    return (isBone ? 1400 : 40) + normalRandom(random) * 60;
  });
  const found = registerVolumes({ fixed: one, moving: { ...one, values } });
  expect(found.correlation).toBeLessThan(0.5);
});

test('a motion rotates directions without shifting them, and its inverse undoes it', () => {
  const turn = {
    rotation: [
      [0, -1, 0],
      [1, 0, 0],
      [0, 0, 1],
    ],
    shiftMm: [1, 2, 3],
  } as const;
  expect(rotated(turn, [1, 0, 0])).toEqual([0, 1, 0]);
  expect(transformed(turn, [1, 0, 0])).toEqual([1, 3, 3]);
  expect(transformed(composed(inverted(turn), turn), [4, 5, 6])).toEqual([4, 5, 6]);
  expect(angleOf(turn)).toBeCloseTo(90);
});
