import type { Curve } from '../panorama/curve.ts';
import { type Plane, planeToSpace } from '../panorama/plane.ts';
import type { Volume } from '../volume/volume.ts';
import { labelAirway } from './airway.ts';
import { markComponent, spread } from './flood.ts';
import { LABEL } from './labels.ts';

/**
 * The level between soft tissue (about 60) and compact bone (about 1450 Hounsfield units), where the edge of a
 * blurred bone lies.
 * @internal
 */
export const BONE_FROM = 700;
/** The level between air and soft tissue. */
const AIR_BELOW = -470;

/** The levels in the values of a volume. */
export interface Levels {
  boneFrom: number;
  airBelow: number;
}

export const DENSITIES: Levels = { boneFrom: BONE_FROM, airBelow: AIR_BELOW };

/** The levels of a volume whose values have a scale: `density = value * slope + intercept`. */
export const levelsIn = ({ slope, intercept }: { slope: number; intercept: number }): Levels => ({
  boneFrom: (BONE_FROM - intercept) / slope,
  airBelow: (AIR_BELOW - intercept) / slope,
});

/** Seeds are taken beside the front of the arch: canines to first molars, away from the rami. */
const SEED_HALF_LENGTH_MM = 36;
const SEED_OUT_MM = 7;
/** Crowns overlap at the occlusal plane; roots and alveolar bone are farther from it. */
const SEED_HEIGHTS_MM = [6, 16] as const;
/** Smaller pieces are noise and artefacts of metal. */
const SMALLEST_PIECE_MM3 = 60;

/**
 * Labels bone and teeth of the upper and the lower jaw, other bone, and the airway. The jaws are separated at the
 * occlusal plane: labels spread from roots and alveolar bone above and below it through bone, and meet where crowns
 * touch; the mandible's rami belong to the lower jaw although they rise above the plane. Cavities that bone encloses
 * belong to it. Individual teeth are not separated.
 */
export function segmentJaws(
  volume: Volume,
  arch: { plane: Plane; curve: Curve },
  levels: Levels = DENSITIES,
): Uint8Array<ArrayBuffer> {
  const { size, values } = volume;
  const labels = new Uint8Array(values.length);
  const isBone = (at: number) => values[at]! >= levels.boneFrom;
  setSeeds(labels, volume, arch, isBone);
  spread(labels, size, isBone);
  labelOtherBone(labels, volume, isBone);
  fillCavities(labels, volume, levels.airBelow);
  labelAirway(labels, volume, arch.plane, levels.airBelow);
  return labels;
}

/** Marks bone above and below the occlusal plane beside the arch. */
function setSeeds(
  labels: Uint8Array,
  { size, spacingMm }: Volume,
  { plane, curve }: { plane: Plane; curve: Curve },
  isBone: (at: number) => boolean,
): void {
  const step = Math.min(...spacingMm);
  const middle = (curve.points.length - 1) / 2;
  const reach = SEED_HALF_LENGTH_MM / curve.stepMm;
  const from = Math.max(0, Math.ceil(middle - reach));
  const to = Math.min(curve.points.length - 1, middle + reach);
  for (let point = from; point <= to; point += 1) {
    const [u, v] = curve.points[point]!;
    const [normalU, normalV] = curve.normals[point]!;
    for (let out = -SEED_OUT_MM; out <= SEED_OUT_MM; out += step)
      for (let height = SEED_HEIGHTS_MM[0]; height <= SEED_HEIGHTS_MM[1]; height += step)
        for (const side of [1, -1]) {
          const place = planeToSpace(plane, [u + normalU * out, v + normalV * out], height * side);
          const [x, y, z] = place.map((mm, axis) => Math.round(mm / spacingMm[axis]!)) as [
            number,
            number,
            number,
          ];
          if (x < 0 || y < 0 || z < 0 || x >= size[0] || y >= size[1] || z >= size[2]) continue;
          const at = (z * size[1] + y) * size[0] + x;
          if (isBone(at)) labels[at] = side > 0 ? LABEL.upper : LABEL.lower;
        }
  }
}

/** Bone that is not connected with a jaw: vertebrae, the hyoid bone. Small pieces get no label. */
function labelOtherBone(
  labels: Uint8Array,
  { size, spacingMm }: Volume,
  isBone: (at: number) => boolean,
): void {
  const smallest = SMALLEST_PIECE_MM3 / (spacingMm[0] * spacingMm[1] * spacingMm[2]);
  const seen = new Uint8Array(labels.length);
  const isOther = (at: number) => labels[at] === LABEL.none && isBone(at);
  for (let at = 0; at < labels.length; at += 1) {
    if (seen[at] || !isOther(at)) continue;
    if (markComponent(seen, size, at, 1, isOther) < smallest) continue;
    markComponent(labels, size, at, LABEL.otherBone, isBone);
  }
}

/**
 * Labels cavities: voxels that no path without a label connects with the border of the volume get the label
 * around them.
 */
function fillCavities(labels: Uint8Array, { size, values }: Volume, airBelow: number): void {
  const [nx, ny, nz] = size;
  const outside = new Uint8Array(labels.length);
  const isFree = (at: number) => labels[at] === LABEL.none;
  const start = (x: number, y: number, z: number) => {
    const at = (z * ny + y) * nx + x;
    if (!outside[at] && isFree(at)) markComponent(outside, size, at, 1, isFree);
  };
  for (let z = 0; z < nz; z += 1) for (let y = 0; y < ny; y += 1) for (const x of [0, nx - 1]) start(x, y, z);
  for (let z = 0; z < nz; z += 1) for (let x = 0; x < nx; x += 1) for (const y of [0, ny - 1]) start(x, y, z);
  for (let y = 0; y < ny; y += 1) for (let x = 0; x < nx; x += 1) for (const z of [0, nz - 1]) start(x, y, z);
  // air in bone is a sinus, not a cavity of the bone
  spread(labels, size, (at) => !outside[at] && values[at]! > airBelow);
}
