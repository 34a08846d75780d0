import type { Vector3 } from '../dicom/file.ts';
import { trilinear, samplePositions } from '../volume/sheet.ts';
import type { Volume } from '../volume/volume.ts';
import { attenuationOf } from './attenuation.ts';
import { coarsen } from './coarse.ts';
import { type Curve, evenCurve } from './curve.ts';
import { greyLevelsOf } from './grey-levels.ts';
import { type Plane, planeToSpace } from './plane.ts';

/** The slab along the arch, unrolled: rows from the top down, the patient's right on the left. */
export type UnrolledSlab = {
  width: number;
  height: number;
  /** pixels are square */
  pixelMm: number;
  /** attenuation along the ray; see attenuation.ts */
  values: Float32Array;
  /** of the last row and the first, above the plane */
  heightMm: readonly [bottom: number, top: number];
  slabMm: readonly [from: number, to: number];
};

/** Across the arch, to the tongue positive: incisors lean by so much from crown to apex. */
const SLAB_MM = [-9, 8] as const;
/** A finer pixel shows nothing more, a coarser one looks coarse. */
const FINEST_MM = 0.2;
const COARSEST_MM = 0.5;
const PIXELS_A_VOXEL = 0.8;
/** From the chin's border to the floor of the orbits, about the plane of the bite. */
const LOWEST_MM = -52;
const HIGHEST_MM = 46;
/** What is near the middle of the slab counts more: it is what the slab was laid for. */
const EDGE_SHARE = 0.25;
/** Where nothing else is known: numbers of a CT. */
const HOUNSFIELD = { air: -1000, flesh: 40 };

/**
 * The panorama: parallel rays along the normals of the arch, through a thick slab, tilted with the plane of the bite
 * (after A. Kanitsar et al., CPR: Curved Planar Reformation, 2002). Row by row, for a row lies in few slices.
 */
export function unroll(volume: Volume, plane: Plane, arch: Curve): UnrolledSlab {
  const finest = Math.min(...volume.spacingMm);
  const pixelMm = Math.min(COARSEST_MM, Math.max(FINEST_MM, finest * PIXELS_A_VOXEL));
  const curve = evenCurve(insideOnly(volume, plane, arch), pixelMm);
  const heightMm = heightsInside(volume, plane, curve);
  const columns = curve.points.map((point, at) => {
    const [nu, nv] = curve.normals[at]!;
    const normal: Vector3 = [0, 1, 2].map(
      (axis) => plane.left[axis]! * nu + plane.back[axis]! * nv,
    ) as unknown as Vector3;
    return { originMm: planeToSpace(plane, point), normal };
  });
  const stepMm = Math.max(pixelMm, finest) * 1.5;
  const cut = { columns, up: plane.up, heightMm, pixelMm, slabMm: SLAB_MM, stepMm };
  const { feet, depths } = samplePositions(cut, volume.spacingMm);
  const shares = sharesOf(depths);
  const table = attenuationOf(greyLevelsOf(coarsen(volume).values) ?? HOUNSFIELD);
  const [width, height] = [columns.length, Math.max(1, Math.round((heightMm[1] - heightMm[0]) / pixelMm))];
  const values = new Float32Array(width * height);
  const rise = [0, 1, 2].map((axis) => plane.up[axis]! / volume.spacingMm[axis]!) as [number, number, number];
  for (let row = 0, pixel = 0; row < height; row += 1) {
    const above = heightMm[1] - (row + 0.5) * pixelMm;
    const [x, y, z] = [rise[0] * above, rise[1] * above, rise[2] * above];
    for (let column = 0, foot = 0; column < width; column += 1, pixel += 1) {
      let sum = 0;
      for (let depth = 0; depth < depths; depth += 1, foot += 3) {
        const density = trilinear(
          volume.values,
          volume.size,
          feet[foot]! + x,
          feet[foot + 1]! + y,
          feet[foot + 2]! + z,
        );
        sum += shares[depth]! * table[(density + 32768) | 0]!;
      }
      values[pixel] = sum;
    }
  }
  return { width, height, pixelMm, values, heightMm, slabMm: SLAB_MM };
}

function sharesOf(depths: number): Float32Array {
  const raw = Float32Array.from({ length: depths }, (_, at) => {
    const place = ((at + 0.5) / depths) * 2 - 1;
    return EDGE_SHARE + (1 - EDGE_SHARE) * Math.cos((place * Math.PI) / 2) ** 2;
  });
  const total = raw.reduce((sum, share) => sum + share, 0);
  return raw.map((share) => share / total);
}

const isInside = ({ size, spacingMm }: Volume, place: Vector3): boolean =>
  place.every((mm, axis) => mm >= 0 && mm <= (size[axis]! - 1) * spacingMm[axis]!);

/** An arch may be carried on beyond what was scanned: its ends are cut off there. */
function insideOnly(volume: Volume, plane: Plane, { points }: Curve) {
  const inside = points.map((point) => isInside(volume, planeToSpace(plane, point)));
  const [first, last] = [inside.indexOf(true), inside.lastIndexOf(true)];
  return first < 0 || last - first < 2 ? points : points.slice(first, last + 1);
}

/** As high and as low as half of the columns still are in the scan. */
function heightsInside(volume: Volume, plane: Plane, { points }: Curve): readonly [number, number] {
  const some = points.filter((_, at) => at % 8 === 0);
  const isMostlyInside = (height: number) =>
    some.filter((point) => isInside(volume, planeToSpace(plane, point, height))).length * 2 >= some.length;
  let [bottom, top] = [0, 0];
  while (bottom > LOWEST_MM && isMostlyInside(bottom - 1)) bottom -= 1;
  while (top < HIGHEST_MM && isMostlyInside(top + 1)) top += 1;
  return [Math.min(bottom, -1), Math.max(top, 1)];
}
