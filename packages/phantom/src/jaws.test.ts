import { describe, expect, test } from 'vitest';
import type { Volume } from '@snimok/imaging/volume/volume';
import { archOf, biteHeightOf, drawAnatomy, drawJaws, jawCurveOf } from './jaws.ts';

const FRAME = { size: [128, 128, 96], spacingMm: 0.8 } as const;
const jaws = drawJaws(FRAME);
/** A finer volume of the same patient without noise, in which bone and teeth can be distinguished. */
const FINE = { size: [250, 200, 160], spacingMm: 0.4 } as const;
const anatomy = drawAnatomy(FINE);
const arch = archOf(FINE);
const bite = biteHeightOf(FINE);

/** The value of the nearest voxel. */
const densityAt = (
  { size: [nx, ny], spacingMm, values }: Volume,
  ...positionMm: [number, number, number]
) => {
  const [x, y, z] = positionMm.map((mm, axis) => Math.round(mm / spacingMm[axis]!)) as [
    number,
    number,
    number,
  ];
  return values[(z * ny + y) * nx + x]!;
};

const countAbove = ({ values }: Volume, density: number) =>
  Array.from(values).filter((value) => value > density).length;

test('equal seeds give equal patients, different seeds different ones', () => {
  expect(drawJaws(FRAME).values).toEqual(jaws.values);
  expect(drawJaws({ ...FRAME, seed: 2 }).values).not.toEqual(jaws.values);
});

test('values fit into twelve bits and range from air to metal', () => {
  const sorted = jaws.values.toSorted();
  const lowest = sorted[0]!;
  const highest = sorted.at(-1)!;
  expect(lowest).toBeGreaterThanOrEqual(-1024);
  expect(lowest).toBeLessThan(-950);
  expect(highest).toBeLessThanOrEqual(3071);
  expect(highest).toBeGreaterThan(2700);
});

test('the arch is symmetric, at least 50 mm wide, and inside the volume', () => {
  const middle = ((FINE.size[0] - 1) / 2) * FINE.spacingMm;
  expect(arch[0]![0] + arch.at(-1)![0]).toBeCloseTo(2 * middle, 0);
  expect(arch.at(-1)![0] - arch[0]![0]).toBeGreaterThan(50);
  const front = arch[Math.floor(arch.length / 2)]!;
  expect(front[0]).toBeCloseTo(middle, 0);
  expect(front[1]).toBeLessThan(arch[0]![1] - 35);
  expect(jawCurveOf(FINE).length).toBeGreaterThan(arch.length);
});

describe('along the arch', () => {
  /**
   * Fraction of the arch points with at least this density within 4 mm across, at a height above the occlusal
   * plane.
   */
  const denseShare = (aboveBiteMm: number, density: number, points = arch) => {
    const dense = points.filter(([x, y]) => {
      const near = [-4, -2, 0, 2, 4].flatMap((dx) =>
        [-4, -2, 0, 2, 4].map((dy) => densityAt(anatomy, x + dx, y + dy, bite + aboveBiteMm)),
      );
      return Math.max(...near) > density;
    });
    return dense.length / points.length;
  };

  test('enamel crowns lie above and below the occlusal plane, separated by a gap', () => {
    expect(denseShare(5, 2300)).toBeGreaterThan(0.8);
    expect(denseShare(-5, 2300)).toBeGreaterThan(0.8);
    const front = arch.slice(Math.round(arch.length * 0.35), Math.round(arch.length * 0.65));
    expect(denseShare(0, 2300, front)).toBeLessThan(0.05);
  });

  test('both jaws contain bone behind the roots', () => {
    expect(denseShare(14, 1000)).toBeGreaterThan(0.9);
    expect(denseShare(-18, 1000)).toBeGreaterThan(0.9);
  });
});

test('the mandibular canal is a low-density tube in the bone below the molars', () => {
  // A cross-section of the left mandibular body below the first molar contains soft tissue as wide as the
  // canal.
  const [x, y] = arch[Math.round(arch.length * 0.86)]!;
  const across = Array.from({ length: 80 }, (_, at) =>
    densityAt(anatomy, x + (at - 40) * 0.1, y, bite - 25.8),
  );
  const soft = across.filter((value) => value < 200).length;
  expect(soft).toBeGreaterThan(8);
  expect(soft).toBeLessThan(45);
  expect(Math.max(...across.slice(0, 30))).toBeGreaterThan(500);
  expect(Math.max(...across.slice(50))).toBeGreaterThan(500);
});

test('sinuses and airway contain air, the tongue does not', () => {
  const cx = ((FINE.size[0] - 1) / 2) * FINE.spacingMm;
  const cy = ((FINE.size[1] - 1) / 2) * FINE.spacingMm;
  expect(densityAt(anatomy, cx + 27, cy + 5, bite + 27)).toBeLessThan(-900);
  expect(densityAt(anatomy, cx, cy + 33, bite - 8)).toBeLessThan(-900);
  expect(densityAt(anatomy, cx, cy, bite - 8)).toBeGreaterThan(-50);
});

test('a missing tooth is not drawn, and metal only on request', () => {
  const bare = drawAnatomy({ ...FRAME, missingTeeth: [], metal: false });
  const toothless = drawAnatomy({
    ...FRAME,
    missingTeeth: [36, 37, 46, 47],
    metal: false,
  });
  expect(countAbove(toothless, 2300)).toBeLessThan(countAbove(bare, 2300) * 0.95);
  expect(countAbove(bare, 3000)).toBe(0);
  expect(countAbove(drawAnatomy({ ...FRAME, metal: true }), 3000)).toBeGreaterThan(20);
});
