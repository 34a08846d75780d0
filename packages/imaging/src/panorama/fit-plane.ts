import type { Vector3 } from '../dicom/file.ts';
import type { Curve, Point } from './curve.ts';
import { PROFILE_LENGTH, profilesAlong, REACH_MM, TOOTH_MM } from './density-profiles.ts';
import type { TissueMap } from './tissue-maps.ts';
import { dot, type Plane, planeToSpace } from './plane.ts';

/** About the plane: what must fall together. */
const CROWNS_MM = 14;
/** Slopes that are tried, about those of 20 degrees to either side. */
const STEEPEST = 0.34;
const SLOPE_STEP = 0.02;
/** A tilt must be worth it: part of the energy that a slope of one costs, squared. */
const PRICE = 2;

/**
 * Turns a plane to lie as the teeth do. Along the curve every place has a profile: how dense it is at each height. When
 * the plane is right, the profiles of all teeth fall together, whichever of the jaws is there, so their mean is sharpest:
 * the slopes with the greatest energy of the mean profile are taken.
 */
export function fitPlane(map: TissueMap, plane: Plane, curve: Curve, asides = TOOTH_MM): Plane {
  // Dense things count by their square: crowns before bone.
  const profiles = profilesAlong(map, plane, curve, asides).map((value) => value * value);
  const middle = middleOf(curve.points);
  let best = { energy: -1, toSide: 0, toBack: 0 };
  const steps = Math.round(STEEPEST / SLOPE_STEP);
  for (let side = -steps; side <= steps; side += 1) {
    for (let back = -steps; back <= steps; back += 1) {
      const [toSide, toBack] = [side * SLOPE_STEP, back * SLOPE_STEP];
      const energy =
        energyOf(meanProfile(profiles, curve.points, middle, toSide, toBack)) *
        (1 - PRICE * (toSide * toSide + toBack * toBack));
      if (energy > best.energy) best = { energy, toSide, toBack };
    }
  }
  const mean = meanProfile(profiles, curve.points, middle, best.toSide, best.toBack);
  return tilted(plane, middle, best.toSide, best.toBack, centreOf(mean));
}

const WINDOW = 2 * CROWNS_MM + 1;

function meanProfile(
  profiles: Float32Array,
  points: readonly Point[],
  middle: Point,
  toSide: number,
  toBack: number,
): Float64Array {
  const mean = new Float64Array(WINDOW);
  points.forEach(([u, v], step) => {
    const rise = (u - middle[0]) * toSide + (v - middle[1]) * toBack;
    const from = step * PROFILE_LENGTH + REACH_MM - CROWNS_MM + Math.round(rise);
    if (Math.abs(rise) > REACH_MM - CROWNS_MM) return;
    for (let at = 0; at < WINDOW; at += 1) mean[at]! += profiles[from + at]!;
  });
  return mean;
}

const energyOf = (profile: Float64Array): number => profile.reduce((sum, value) => sum + value * value, 0);

function centreOf(profile: Float64Array): number {
  const total = profile.reduce((sum, value) => sum + value, 0);
  return total > 0 ? profile.reduce((sum, value, at) => sum + value * (at - CROWNS_MM), 0) / total : 0;
}

const middleOf = (points: readonly Point[]): Point => {
  const sum = points.reduce<Point>((all, [u, v]) => [all[0] + u, all[1] + v], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
};

/** The plane that rises so much to the side and to the back about its middle, and lies so much higher. */
function tilted(plane: Plane, middle: Point, toSide: number, toBack: number, higher: number): Plane {
  const { left, back, up } = plane;
  const mix = (one: Vector3, a: number, other: Vector3, b: number): Vector3 => [
    one[0] * a + other[0] * b,
    one[1] * a + other[1] * b,
    one[2] * a + other[2] * b,
  ];
  const unit = (vector: Vector3): Vector3 => mix(vector, 1 / Math.hypot(...vector), vector, 0);
  const newLeft = unit(mix(left, 1, up, toSide));
  const leaned = mix(back, 1, up, toBack);
  const newBack = unit(mix(leaned, 1, newLeft, -dot(leaned, newLeft)));
  const newUp: Vector3 = [
    newLeft[1] * newBack[2] - newLeft[2] * newBack[1],
    newLeft[2] * newBack[0] - newLeft[0] * newBack[2],
    newLeft[0] * newBack[1] - newLeft[1] * newBack[0],
  ];
  const kept = planeToSpace(plane, middle, higher);
  const turned = { originMm: kept, left: newLeft, back: newBack, up: newUp };
  return { ...turned, originMm: planeToSpace(turned, [-middle[0], -middle[1]]) };
}
