type Vector = readonly [number, number, number];

/** Where the eye stands, and the three directions of the picture; in the patient's millimetres. */
export type Camera = { eye: Vector; forward: Vector; right: Vector; up: Vector; halfHeight: number };

export type View = {
  /** Around the patient, degrees: 0 looks at the face, 90 at the left cheek. */
  turn: number;
  /** Above the plane of the bite, degrees. */
  above: number;
  /** What the eye turns about. */
  centre: Vector;
  distanceMm: number;
  /** How much of the patient, at the centre, fits the picture from top to bottom. */
  heightMm: number;
};

export function cameraOf({ turn, above, centre, distanceMm, heightMm }: View): Camera {
  const [around, up] = [(turn * Math.PI) / 180, (above * Math.PI) / 180];
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

/** The ray through a point of the picture: `across` and `high` are 0 in the middle, `high` is 1 at the upper edge. */
export function rayThrough({ forward, right, up, halfHeight }: Camera, across: number, high: number): Vector {
  const [a, b] = [across * halfHeight, high * halfHeight];
  const ray = [0, 1, 2].map((axis) => forward[axis]! + right[axis]! * a + up[axis]! * b);
  const length = Math.hypot(...ray);
  return [ray[0]! / length, ray[1]! / length, ray[2]! / length];
}
