import { placeOf } from '@snimok/imaging/panorama/plane';
import type { SheetCut } from '@snimok/imaging/volume/sheet';
import { pointOnCurve } from '../geometry/arch.ts';
import { type ArchCurve, extentOf, type Grid, heightAbove } from '../geometry/surface.ts';
import type { Vec2, Vec3 } from '../geometry/vectors.ts';

export const CROSS_SECTION_WIDTH_MM = 30;
/** Finer than the voxels shows nothing more. */
const finest = ({ spacingMm }: Grid) => Math.max(0.1, Math.min(...spacingMm));

/** From the chin to the orbits, about the plane of the bite: what a panorama shows of a whole head. */
const JAWS_MM = [-52, 46] as const;

/** What of the jaws is in the volume, as the plane counts. */
export function heightsOf(grid: Grid, { plane }: Pick<ArchCurve, 'plane'>): Vec2 {
  const [width, depth, height] = extentOf(grid);
  // in the middle of the volume: a leaning plane would otherwise add bands of air
  const [bottom, top] = [0, height].map((z) => heightAbove(plane, [width / 2, depth / 2, z]));
  const jaws: Vec2 = [Math.max(bottom!, JAWS_MM[0]), Math.min(top!, JAWS_MM[1])];
  return jaws[1] - jaws[0] > 1 ? jaws : [bottom!, top!];
}

const turned = ({ plane }: ArchCurve, [u, v]: Vec2): Vec3 => [
  plane.left[0] * u + plane.back[0] * v,
  plane.left[1] * u + plane.back[1] * v,
  plane.left[2] * u + plane.back[2] * v,
];

/** The slab along the arch; `coarse` while a handle is dragged. */
export function panoramaCut(grid: Grid, arch: ArchCurve, slabMm: number, coarse: boolean): SheetCut {
  const pixelMm = finest(grid) * (coarse ? 3 : 1);
  const length = (arch.curve.points.length - 1) * arch.curve.stepMm;
  const count = Math.max(2, Math.round(length / pixelMm));
  return {
    columns: Array.from({ length: count }, (_, column) => {
      const { at, inwards } = pointOnCurve(arch.curve, ((column + 0.5) / count) * length);
      return { at: placeOf(arch.plane, at), through: turned(arch, inwards) };
    }),
    up: arch.plane.up,
    heightMm: heightsOf(grid, arch),
    pixelMm,
    slabMm: [-slabMm / 2, slabMm / 2],
    stepMm: Math.max(pixelMm * 2, 0.4),
  };
}

/** A cut across the arch: the cheek on the left, the tongue on the right. */
export function crossSectionCut(grid: Grid, arch: ArchCurve, alongMm: number, coarse: boolean): SheetCut {
  const pixelMm = finest(grid) * (coarse ? 2 : 1);
  const { at, inwards } = pointOnCurve(arch.curve, alongMm);
  const count = Math.round(CROSS_SECTION_WIDTH_MM / pixelMm);
  const through = turned(arch, [inwards[1], -inwards[0]]);
  return {
    columns: Array.from({ length: count }, (_, column) => {
      const across = ((column + 0.5) / count - 0.5) * CROSS_SECTION_WIDTH_MM;
      return { at: placeOf(arch.plane, [at[0] + inwards[0] * across, at[1] + inwards[1] * across]), through };
    }),
    up: arch.plane.up,
    heightMm: heightsOf(grid, arch),
    pixelMm,
    slabMm: [-pixelMm / 2, pixelMm / 2],
    stepMm: pixelMm,
  };
}

/** Sections are numbered from the patient's right, from 1. */
export const crossSectionNumber = (alongMm: number, stepMm: number): number =>
  Math.round(alongMm / stepMm) + 1;
export const crossSectionPositionMm = (number: number, stepMm: number): number => (number - 1) * stepMm;
export const crossSectionCount = ({ curve }: ArchCurve, stepMm: number): number =>
  Math.floor(((curve.points.length - 1) * curve.stepMm) / stepMm) + 1;
