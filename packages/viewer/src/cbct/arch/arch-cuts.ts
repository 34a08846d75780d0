import { planeToSpace } from '@snimok/imaging/panorama/plane';
import type { SheetCut } from '@snimok/imaging/volume/sheet';
import type { SheetRequest } from '../../volume/worker/messages.ts';
import { parallelCurve, pointOnCurve } from '../../geometry/arch.ts';
import {
  type ArchCurve,
  directionInVolume,
  extentOf,
  type Grid,
  heightAbove,
} from '../../geometry/surface.ts';
import type { Vec2, Vec3 } from '../../geometry/vectors.ts';
import type { PanoramaBlend, SectionShape } from '../workspace/reading-settings.ts';

/** The shape of the sections in a plan, which does not depend on the settings of the panes. */
export const PLAN_SECTION: SectionShape = { widthMm: 30, slabMm: 0, mirrored: false };

/** Pixels smaller than the voxels show no more detail. */
const smallestPixelMm = ({ spacingMm }: Grid) => Math.max(0.1, Math.min(...spacingMm));

/** From the chin to the orbits, relative to the occlusal plane: the part of a head that a panorama shows. */
const JAW_HEIGHTS_MM = [-52, 46] as const;

/** The heights of the jaws above the arch's plane, limited to the volume: bottom and top in mm. */
export function heightsOf(grid: Grid, { plane }: Pick<ArchCurve, 'plane'>): Vec2 {
  const [width, depth, height] = extentOf(grid);
  // measured at the volume's centre, because the corners of a tilted plane would add bands of air
  const [bottom, top] = [0, height].map((z) => heightAbove(plane, [width / 2, depth / 2, z]));
  const jaws: Vec2 = [Math.max(bottom!, JAW_HEIGHTS_MM[0]), Math.min(top!, JAW_HEIGHTS_MM[1])];
  return jaws[1] - jaws[0] > 1 ? jaws : [bottom!, top!];
}

/** The arch on which the shifted layer of a panorama lies; a shift towards the tongue is positive. */
export const shiftedArch = (arch: ArchCurve, shiftMm: number): ArchCurve => ({
  ...arch,
  curve: parallelCurve(arch.curve, shiftMm),
});

/** The panorama: a slab along the arch. `coarse` makes larger pixels, while a handle is dragged. */
export function panoramaCut(
  grid: Grid,
  arch: ArchCurve,
  slabMm: number,
  coarse: boolean,
  blend: PanoramaBlend = 'mean',
): SheetRequest {
  const pixelMm = smallestPixelMm(grid) * (coarse ? 3 : 1);
  const length = (arch.curve.points.length - 1) * arch.curve.stepMm;
  const count = Math.max(2, Math.round(length / pixelMm));
  return {
    columns: Array.from({ length: count }, (_, column) => {
      const { at, inwards } = pointOnCurve(arch.curve, ((column + 0.5) / count) * length);
      return { originMm: planeToSpace(arch.plane, at), normal: directionInVolume(arch.plane, inwards) };
    }),
    up: arch.plane.up,
    heightMm: heightsOf(grid, arch),
    pixelMm,
    slabMm: [-slabMm / 2, slabMm / 2],
    stepMm: Math.max(pixelMm * 2, 0.4),
    blend: blend === 'max' ? 'max' : 'mean',
    enhanced: blend === 'sharp',
  };
}

/** The cross-section at a length along the arch, oriented as in `crossSectionSurface`. */
export function crossSectionCut(
  grid: Grid,
  arch: ArchCurve,
  alongMm: number,
  coarse: boolean,
  { widthMm, slabMm, mirrored }: SectionShape,
): SheetCut {
  const pixelMm = smallestPixelMm(grid) * (coarse ? 2 : 1);
  const { at, inwards } = pointOnCurve(arch.curve, alongMm);
  const count = Math.round(widthMm / pixelMm);
  const side = mirrored ? -1 : 1;
  const depth = Math.max(pixelMm, slabMm);
  const normal = directionInVolume(arch.plane, [inwards[1], -inwards[0]]);
  return {
    columns: Array.from({ length: count }, (_, column) => {
      const across = side * ((column + 0.5) / count - 0.5) * widthMm;
      return {
        originMm: planeToSpace(arch.plane, [at[0] + inwards[0] * across, at[1] + inwards[1] * across]),
        normal,
      };
    }),
    up: arch.plane.up,
    heightMm: heightsOf(grid, arch),
    pixelMm,
    slabMm: [-depth / 2, depth / 2],
    stepMm: pixelMm,
  };
}

/** Cross-sections are numbered from 1, from the patient's right. */
export const crossSectionNumber = (alongMm: number, stepMm: number): number =>
  Math.round(alongMm / stepMm) + 1;
export const crossSectionPositionMm = (number: number, stepMm: number): number => (number - 1) * stepMm;
/** Where a section crosses the arch. */
export const pointOfSection = ({ curve, plane }: ArchCurve, alongMm: number): Vec3 =>
  planeToSpace(plane, pointOnCurve(curve, alongMm).at);
export const crossSectionCount = ({ curve }: ArchCurve, stepMm: number): number =>
  Math.floor(((curve.points.length - 1) * curve.stepMm) / stepMm) + 1;
