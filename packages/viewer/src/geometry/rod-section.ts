import { cross, deepest, dot, endsOf, moved, offsetsBetween, type Rod, scale, subtract } from './rod.ts';
import type { Surface } from './surface.ts';
import type { Vec2, Vec3 } from './vectors.ts';

/** A closed outline on a surface, in its millimetres. */
export type Outline = readonly Vec2[];

/**
 * The part of a rod that a picture shows: its intersection with the surface, or with a slab about it, seen
 * along the surface's normals. `slabMm` are signed distances from the surface; both 0 for a plain section.
 */
export const rodSection = (rod: Rod, surface: Surface, slabMm: Vec2): Outline[] =>
  surface.isFlat ? flatSection(rod, surface, slabMm) : curvedSection(rod, surface, slabMm);

/** Points of an outline on each side; the error is below 0.02 mm for an implant of 60 mm. */
const SAMPLES = 96;
const HALVINGS = 40;

/**
 * On a plane the outline is symmetrical about the projection of the axis, so half its width follows exactly
 * from the depth below the line of symmetry.
 */
function flatSection(rod: Rod, surface: Surface, slabMm: Vec2): Outline[] {
  const origin = surface.toPoint([0, 0]);
  const normal = surface.normalAt(0);
  const rise = dot(rod.direction, normal);
  const flat = moved(rod.direction, normal, -rise);
  const length = Math.hypot(...flat);
  // an axis perpendicular to the plane has no projection; any direction is one of symmetry
  const along = length > 1e-6 ? scale(flat, 1 / length) : unitAcross(normal);
  const side = cross(normal, along);
  const base = moved(rod.from, normal, -dot(subtract(rod.from, origin), normal));
  const scan: Scan = { rod, base, along, normal, slabMm };
  const range = positiveRange(scan);
  if (!range) return [];
  const width = (at: number) => Math.sqrt(Math.max(0, depthAt(scan, at)));
  // denser at both ends, where the outline turns
  const samples = Array.from({ length: SAMPLES + 1 }, (_, index) => {
    const at = range[0] + ((range[1] - range[0]) * (1 - Math.cos((Math.PI * index) / SAMPLES))) / 2;
    return { at, half: width(at) };
  });
  const position = (at: number, across: number) =>
    surface.toPosition(moved(moved(base, along, at), side, across)).position;
  return [
    [
      ...samples.map(({ at, half }) => position(at, half)),
      ...samples.toReversed().map(({ at, half }) => position(at, -half)),
    ],
  ];
}

const unitAcross = ([x, y, z]: Vec3): Vec3 => {
  const across: Vec3 = Math.abs(x) < 0.9 ? cross([x, y, z], [1, 0, 0]) : cross([x, y, z], [0, 1, 0]);
  return scale(across, 1 / Math.hypot(...across));
};

/** The distance between the columns in which a curved surface is sampled. */
const COLUMN_MM = 0.1;

/** Column by column, because each column of a curved surface lies in a plane with its normal. */
function curvedSection(rod: Rod, surface: Surface, slabMm: Vec2): Outline[] {
  const reach = columnsInReach(rod, surface, slabMm);
  const heightsAt = (u: number): Vec2 | undefined => {
    const base = surface.toPoint([u, 0]);
    const normal = surface.normalAt(u);
    const along = subtract(surface.toPoint([u, 1]), base);
    return positiveRange({ rod, base, along, normal, slabMm });
  };
  const outlines: Outline[] = [];
  let run: { u: number; range: Vec2 }[] = [];
  const close = (outside: number) => {
    if (run.length === 0) return;
    const last = run.at(-1)!;
    run.push(...edgeBetween(last.u, outside, heightsAt));
    outlines.push(outlineOf(run));
    run = [];
  };
  for (let u = reach[0]; u <= reach[1]; u += COLUMN_MM) {
    const range = heightsAt(u);
    if (!range) close(u);
    else {
      if (run.length === 0 && u > reach[0]) run.push(...edgeBetween(u, u - COLUMN_MM, heightsAt));
      run.push({ u, range });
    }
  }
  close(reach[1]);
  return outlines;
}

const outlineOf = (run: readonly { u: number; range: Vec2 }[]): Outline => [
  ...run.map(({ u, range }): Vec2 => [u, range[0]]),
  ...run.toReversed().map(({ u, range }): Vec2 => [u, range[1]]),
];

const EDGE_HALVINGS = 8;

/** The last column that has a range, between `inside`, which has one, and `outside`, which has none. */
function edgeBetween(
  inside: number,
  outside: number,
  heightsAt: (u: number) => Vec2 | undefined,
): { u: number; range: Vec2 }[] {
  let edge: { u: number; range: Vec2 } | undefined;
  let near = inside;
  let far = outside;
  for (let step = 0; step < EDGE_HALVINGS; step += 1) {
    const middle = (near + far) / 2;
    const range = heightsAt(middle);
    if (range) [near, edge] = [middle, { u: middle, range }];
    else far = middle;
  }
  return edge ? [edge] : [];
}

/** Points of the axis at which its nearest column is looked up. */
const AXIS_STEP_MM = 1;

/** The columns that the rod can reach. The picture's columns are nearer together behind a curved surface. */
function columnsInReach(rod: Rod, { toPosition, sizeMm }: Surface, slabMm: Vec2): Vec2 {
  const [first, last] = endsOf(rod);
  const count = Math.max(1, Math.ceil((last - first) / AXIS_STEP_MM));
  const farthest = Math.max(...slabMm.map(Math.abs)) + rod.radiusMm;
  let reach: Vec2 = [Infinity, -Infinity];
  for (let step = 0; step <= count; step += 1) {
    const { position, offset } = toPosition(
      moved(rod.from, rod.direction, first + ((last - first) * step) / count),
    );
    if (Math.abs(offset) > farthest + AXIS_STEP_MM) continue;
    const margin = 3 * rod.radiusMm + AXIS_STEP_MM;
    reach = [Math.min(reach[0], position[0] - margin), Math.max(reach[1], position[0] + margin)];
  }
  return [Math.max(0, reach[0]), Math.min(sizeMm[0], reach[1])];
}

/** The lines along `normal` through the points `base + at * along`, cut off at the slab. */
interface Scan {
  rod: Rod;
  base: Vec3;
  along: Vec3;
  normal: Vec3;
  slabMm: Vec2;
}

const depthAt = ({ rod, base, along, normal, slabMm }: Scan, at: number): number =>
  deepest(rod, { at: moved(base, along, at), along: normal }, slabMm);

/** The places along a scan where its lines pass through the rod. The depth is concave along a scan. */
function positiveRange(scan: Scan): Vec2 | undefined {
  const domain = domainOf(scan);
  if (!domain) return undefined;
  const depth = (at: number) => depthAt(scan, at);
  let [low, high] = domain;
  for (let step = 0; step < HALVINGS * 2 && depth((low + high) / 2) <= 0; step += 1) {
    const one = low + (high - low) * 0.4;
    const other = low + (high - low) * 0.6;
    if (depth(one) < depth(other)) low = one;
    else high = other;
  }
  const inside = (low + high) / 2;
  if (depth(inside) <= 0) return undefined;
  const edge = (outside: number) => {
    let near = inside;
    let far = outside;
    if (depth(far) > 0) return far;
    for (let step = 0; step < HALVINGS; step += 1) {
      const middle = (near + far) / 2;
      if (depth(middle) > 0) near = middle;
      else far = middle;
    }
    return near;
  };
  return [edge(domain[0]), edge(domain[1])];
}

/** The places along a scan whose lines are between the ends of the rod and not farther than its radius. */
function domainOf({ rod, base, along, normal, slabMm }: Scan): Vec2 | undefined {
  const ends = endsOf(rod);
  const relative = subtract(base, rod.from);
  const onAxis = (end: number) => end * dot(rod.direction, along) - dot(relative, along);
  const places = ends.map(onAxis) as [number, number];
  const around: Vec2 = [Math.min(...places) - rod.radiusMm, Math.max(...places) + rod.radiusMm];
  const across = slabMm.map((mm) => mm * dot(normal, rod.direction)) as [number, number];
  return offsetsBetween(
    dot(relative, rod.direction),
    dot(along, rod.direction),
    [ends[0] - Math.max(...across), ends[1] - Math.min(...across)],
    around,
  );
}
