type Vector = readonly [number, number, number];

/** Position and axes of the camera, in patient coordinates (mm). */
type Camera = { eye: Vector; forward: Vector; right: Vector; up: Vector; halfHeight: number };

export type Viewpoint = {
  /** Azimuth in degrees: 0 faces the patient, 90 the left cheek. */
  turn: number;
  /** Elevation above the occlusal plane in degrees. */
  above: number;
  /** Centre of rotation. */
  centre: Vector;
  distanceMm: number;
  /** Height of the field of view at the centre. */
  heightMm: number;
};

export function cameraOf({ turn, above, centre, distanceMm, heightMm }: Viewpoint): Camera {
  const around = (turn * Math.PI) / 180;
  const up = (above * Math.PI) / 180;
  // x to the patient's left, y to the back, z up
  const forward: Vector = [-Math.sin(around) * Math.cos(up), Math.cos(around) * Math.cos(up), -Math.sin(up)];
  return {
    eye: [0, 1, 2].map((axis) => centre[axis]! - forward[axis]! * distanceMm) as unknown as Vector,
    forward,
    right: [Math.cos(around), Math.sin(around), 0],
    up: [-Math.sin(around) * Math.sin(up), Math.cos(around) * Math.sin(up), Math.cos(up)],
    halfHeight: heightMm / 2 / distanceMm,
  };
}

/** The ray through an image point: `across` and `high` are 0 in the centre, `high` is 1 at the upper edge. */
export function rayThrough({ forward, right, up, halfHeight }: Camera, across: number, high: number): Vector {
  const a = across * halfHeight;
  const b = high * halfHeight;
  const ray = [0, 1, 2].map((axis) => forward[axis]! + right[axis]! * a + up[axis]! * b);
  const length = Math.hypot(...ray);
  return [ray[0]! / length, ray[1]! / length, ray[2]! / length];
}
