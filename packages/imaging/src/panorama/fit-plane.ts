import type { Vector3 } from '../dicom/elements/file.ts';
import { dot } from '../dicom/vectors.ts';
import type { Curve, Point } from './curve.ts';
import { PROFILE_LENGTH, profilesAlong, REACH_MM, TOOTH_MM } from './density-profiles.ts';
import { type Plane, planeToSpace } from './plane.ts';
import type { TissueMap } from './tissue-maps.ts';

/** Heights above and below the plane at which the profiles are compared. */
const CROWNS_MM = 14;
/** Slopes from -0.34 to 0.34 (19 degrees) are tried in each direction. */
const MAX_SLOPE = 0.34;
const SLOPE_STEP = 0.02;
/** Penalty on the squared slope, as a fraction of the energy. */
const SLOPE_PENALTY = 2;

/**
 * Fits the inclination and height of a plane to the teeth. In the right plane the vertical density profiles of
 * all teeth coincide, whichever jaws are present, so the mean profile is sharpest. The slopes with the largest
 * energy of the mean profile are chosen.
 */
export function fitPlane(map: TissueMap, plane: Plane, curve: Curve, offsetsMm = TOOTH_MM): Plane {
  // Squared, so that crowns have more weight than bone.
  const profiles = profilesAlong(map, plane, curve, offsetsMm).map((value) => value * value);
  const centre = centroidOf(curve.points);
  let best = { energy: -1, toLeft: 0, toBack: 0 };
  const steps = Math.round(MAX_SLOPE / SLOPE_STEP);
  for (let left = -steps; left <= steps; left += 1) {
    for (let back = -steps; back <= steps; back += 1) {
      const toLeft = left * SLOPE_STEP;
      const toBack = back * SLOPE_STEP;
      const energy =
        energyOf(meanProfile(profiles, curve.points, centre, toLeft, toBack)) *
        (1 - SLOPE_PENALTY * (toLeft * toLeft + toBack * toBack));
      if (energy > best.energy) best = { energy, toLeft, toBack };
    }
  }
  const mean = meanProfile(profiles, curve.points, centre, best.toLeft, best.toBack);
  return tilted(plane, centre, best.toLeft, best.toBack, centreOfMass(mean));
}

const WINDOW = 2 * CROWNS_MM + 1;

/** The mean of all profiles, each shifted by the rise of the tilted plane at its point. */
function meanProfile(
  profiles: Float32Array,
  points: readonly Point[],
  centre: Point,
  toLeft: number,
  toBack: number,
): Float64Array {
  const mean = new Float64Array(WINDOW);
  points.forEach(([u, v], step) => {
    const rise = (u - centre[0]) * toLeft + (v - centre[1]) * toBack;
    const from = step * PROFILE_LENGTH + REACH_MM - CROWNS_MM + Math.round(rise);
    if (Math.abs(rise) > REACH_MM - CROWNS_MM) return;
    for (let at = 0; at < WINDOW; at += 1) mean[at]! += profiles[from + at]!;
  });
  return mean;
}

const energyOf = (profile: Float64Array): number => profile.reduce((sum, value) => sum + value * value, 0);

/** Height of the profile's centre of mass above the plane. */
function centreOfMass(profile: Float64Array): number {
  const total = profile.reduce((sum, value) => sum + value, 0);
  return total > 0 ? profile.reduce((sum, value, at) => sum + value * (at - CROWNS_MM), 0) / total : 0;
}

const centroidOf = (points: readonly Point[]): Point => {
  const sum = points.reduce<Point>((all, [u, v]) => [all[0] + u, all[1] + v], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
};

/**
 * The plane tilted around `centre` by slopes to the left and to the back, and raised by `rise` millimetres.
 */
function tilted(plane: Plane, centre: Point, toLeft: number, toBack: number, rise: number): Plane {
  const { left, back, up } = plane;
  const mix = (one: Vector3, a: number, other: Vector3, b: number): Vector3 => [
    one[0] * a + other[0] * b,
    one[1] * a + other[1] * b,
    one[2] * a + other[2] * b,
  ];
  const unit = (vector: Vector3): Vector3 => mix(vector, 1 / Math.hypot(...vector), vector, 0);
  const newLeft = unit(mix(left, 1, up, toLeft));
  const tiltedBack = mix(back, 1, up, toBack);
  const newBack = unit(mix(tiltedBack, 1, newLeft, -dot(tiltedBack, newLeft)));
  const newUp: Vector3 = [
    newLeft[1] * newBack[2] - newLeft[2] * newBack[1],
    newLeft[2] * newBack[0] - newLeft[0] * newBack[2],
    newLeft[0] * newBack[1] - newLeft[1] * newBack[0],
  ];
  const centred = { originMm: planeToSpace(plane, centre, rise), left: newLeft, back: newBack, up: newUp };
  return { ...centred, originMm: planeToSpace(centred, [-centre[0], -centre[1]]) };
}
