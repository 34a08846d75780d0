import { capsule, cross, moved, type Rod, scale } from '../geometry/rod.ts';
import type { Vec3 } from '../geometry/vectors.ts';

/** A surface of the 3D view, in the volume's millimetres. */
export interface SceneMesh {
  positions: Float32Array<ArrayBuffer>;
  /** unit vectors */
  normals: Float32Array<ArrayBuffer>;
  triangles: Uint32Array<ArrayBuffer>;
  /** red, green, blue and opacity from 0 to 1; of several translucent surfaces the nearest is visible */
  color: readonly [number, number, number, number];
  /** what saved pictures may leave out; surfaces of a segmentation are always in them */
  part?: 'annotations' | 'lines';
  /** the annotation that a click on this surface selects */
  markID?: string;
  /** the structure of a segmentation that a click on this surface selects */
  label?: number;
}

type Shape = Pick<SceneMesh, 'positions' | 'normals' | 'triangles'>;

/** A ring of the profile: where on the axis, how far from it, and the normal's part along the axis. */
interface Ring {
  t: number;
  radius: number;
  rise: number;
}

/** The number of steps between the seat of a cap and its tip. */
const CAP_STEPS = 6;

/**
 * The rings of a rod from its first end to its last one. Each flat end and each edge has rings of its own, with their
 * normals.
 */
function profileOf({ radiusMm, cylinderMm: [start, end], capsMm: [first, last] }: Rod): Ring[] {
  const cap = (seat: number, height: number, out: 1 | -1): Ring[] =>
    height === 0
      ? [
          { t: seat, radius: radiusMm, rise: out },
          { t: seat, radius: 0, rise: out },
        ]
      : Array.from({ length: CAP_STEPS + 1 }, (_, step) => {
          const angle = (step / CAP_STEPS) * (Math.PI / 2);
          const across = Math.cos(angle) / radiusMm;
          const along = Math.sin(angle) / height;
          return {
            t: seat + out * height * Math.sin(angle),
            radius: radiusMm * Math.cos(angle),
            rise: (out * along) / Math.hypot(across, along),
          };
        });
  return [
    ...cap(start, first, -1).toReversed(),
    { t: start, radius: radiusMm, rise: 0 },
    { t: end, radius: radiusMm, rise: 0 },
    ...cap(end, last, 1),
  ];
}

/** The surface of a rod; its edges are polygons whose corners lie on it. */
export function rodMesh(rod: Rod, segments = 32): Shape {
  const { from, direction } = rod;
  const helper: Vec3 = Math.abs(direction[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0];
  const aside = cross(direction, helper);
  const one = scale(aside, 1 / Math.hypot(...aside));
  const other = cross(direction, one);
  const rings = profileOf(rod);
  const positions = new Float32Array(rings.length * segments * 3);
  const normals = new Float32Array(positions.length);
  const triangles = new Uint32Array((rings.length - 1) * segments * 6);
  rings.forEach(({ t, radius, rise }, ring) => {
    const level = Math.sqrt(Math.max(0, 1 - rise * rise));
    for (let segment = 0; segment < segments; segment += 1) {
      const angle = (segment / segments) * 2 * Math.PI;
      const out = moved(scale(one, Math.cos(angle)), other, Math.sin(angle));
      const at = (ring * segments + segment) * 3;
      positions.set(moved(moved(from, direction, t), out, radius), at);
      normals.set(moved(scale(out, level), direction, rise), at);
    }
  });
  let at = 0;
  for (let ring = 0; ring + 1 < rings.length; ring += 1)
    for (let segment = 0; segment < segments; segment += 1) {
      const a = ring * segments + segment;
      const b = ring * segments + ((segment + 1) % segments);
      const c = a + segments;
      const d = b + segments;
      triangles.set([a, b, d, a, d, c], at);
      at += 6;
    }
  return { positions, normals, triangles };
}

/** A round line through points. */
export const tubeMesh = (points: readonly Vec3[], diameterMm: number, segments = 12): Shape =>
  joined(points.slice(1).map((point, at) => rodMesh(capsule(points[at]!, point, diameterMm), segments)));

export function joined(shapes: readonly Shape[]): Shape {
  const count = (of: keyof Shape) => shapes.reduce((sum, shape) => sum + shape[of].length, 0);
  const whole: Shape = {
    positions: new Float32Array(count('positions')),
    normals: new Float32Array(count('normals')),
    triangles: new Uint32Array(count('triangles')),
  };
  let vertices = 0;
  let corners = 0;
  for (const { positions, normals, triangles } of shapes) {
    whole.positions.set(positions, vertices * 3);
    whole.normals.set(normals, vertices * 3);
    whole.triangles.set(
      triangles.map((corner) => corner + vertices),
      corners,
    );
    vertices += positions.length / 3;
    corners += triangles.length;
  }
  return whole;
}
