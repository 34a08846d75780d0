import { trilinear } from './sheet.ts';
import type { Volume } from './volume.ts';

type Vector = readonly [x: number, y: number, z: number];

/** The found line, from the first to the second point, and its greatest distance from the straight line. */
export type Tunnel = { points: Vector[]; deviationMm: number };

/** Distance between the nodes of the search; a mandibular canal is 2 to 3 mm wide. */
const STEP_MM = 0.5;
/** The search leaves the straight line by at most a third of its length, within these limits. */
const REACH_MM = { least: 3, most: 8 };
/** Radius of the ball whose mean is a node's value. */
const BALL_MM = 0.75;
/** The cost of a millimetre in the tunnel, and the additional cost in its wall. */
const COST = { inside: 0.08, wall: 1 };
/** A node this far from the straight line costs twice as much, so that a line does not stray into marrow. */
const STRAY_MM = 4;

/**
 * The line along a tunnel of low density between two points that lie in it, in millimetres of the volume: the path of
 * least cost (E. W. Dijkstra, 1959) over a grid about the straight line, moved to the middle of the tunnel and smoothed.
 * The lower of the densities about the two points is taken as that of the tunnel. Undefined if the points are nearer
 * together than two steps or farther apart than 60 mm, or if there is no path.
 */
export function traceTunnel(volume: Volume, from: Vector, to: Vector): Tunnel | undefined {
  const grid = gridAbout(from, to);
  if (!grid) return undefined;
  const means = meansOf(volume, grid);
  const costs = costsOf(means, grid, from, to);
  const path = leastCostPath(costs, grid, from, to);
  if (!path) return undefined;
  const along = path.map((node) => positionOf(grid, node));
  const centred = along.map((point, at) => centredIn(volume, point, directionAt(along, at)));
  const line = smoothed([from, ...centred.slice(2, -2), to]);
  const points = resampled(line);
  return { points, deviationMm: Math.max(...points.map((point) => distanceFromLine(point, from, to))) };
}

type Grid = { size: Vector; origin: Vector };

const LONGEST_MM = 60;

function gridAbout(from: Vector, to: Vector): Grid | undefined {
  const length = distance(from, to);
  if (length < 2 * STEP_MM || length > LONGEST_MM) return undefined;
  const reach = Math.min(REACH_MM.most, Math.max(REACH_MM.least, length / 3));
  const origin = each((axis) => Math.min(from[axis], to[axis]) - reach);
  const size = each((axis) => Math.ceil((Math.abs(to[axis] - from[axis]) + 2 * reach) / STEP_MM) + 1);
  return { size, origin };
}

const each = (value: (axis: 0 | 1 | 2) => number): Vector => [value(0), value(1), value(2)];
const distance = (one: Vector, other: Vector) =>
  Math.hypot(other[0] - one[0], other[1] - one[1], other[2] - one[2]);

const positionOf = ({ size: [nx, ny], origin }: Grid, node: number): Vector => [
  origin[0] + (node % nx) * STEP_MM,
  origin[1] + (Math.floor(node / nx) % ny) * STEP_MM,
  origin[2] + Math.floor(node / (nx * ny)) * STEP_MM,
];

const nodeAt = ({ size: [nx, ny, nz], origin }: Grid, point: Vector): number => {
  const [x, y, z] = [nx, ny, nz].map((count, axis) =>
    Math.min(count - 1, Math.max(0, Math.round((point[axis]! - origin[axis]!) / STEP_MM))),
  ) as [number, number, number];
  return (z * ny + y) * nx + x;
};

/** The offsets of samples in a ball, from the middle. */
const BALL: readonly Vector[] = [-1, 0, 1].flatMap((x) =>
  [-1, 0, 1].flatMap((y) =>
    [-1, 0, 1].flatMap((z): Vector[] =>
      Math.hypot(x, y, z) < 1.5 ? [[x * BALL_MM * 0.7, y * BALL_MM * 0.7, z * BALL_MM * 0.7]] : [],
    ),
  ),
);

/** Mean values about a point; NaN where nothing was measured or the volume ends. */
function meanAbout({ values, size, spacingMm, gap }: Volume, [x, y, z]: Vector): number {
  let sum = 0;
  for (const [dx, dy, dz] of BALL) {
    const at = [(x + dx) / spacingMm[0], (y + dy) / spacingMm[1], (z + dz) / spacingMm[2]] as const;
    if (!at.every((index, axis) => index >= 0 && index < size[axis]! - 1)) return Number.NaN;
    const voxel = (Math.round(at[2]) * size[1] + Math.round(at[1])) * size[0] + Math.round(at[0]);
    if (values[voxel] === gap) return Number.NaN;
    sum += trilinear(values, size, ...at);
  }
  return sum / BALL.length;
}

function meansOf(volume: Volume, grid: Grid): Float32Array {
  const [nx, ny, nz] = grid.size;
  return Float32Array.from({ length: nx * ny * nz }, (_, node) => meanAbout(volume, positionOf(grid, node)));
}

/** Cost per millimetre at each node; infinite where nothing was measured. */
function costsOf(means: Float32Array, grid: Grid, from: Vector, to: Vector): Float32Array {
  const ends = [means[nodeAt(grid, from)]!, means[nodeAt(grid, to)]!].filter((mean) => !Number.isNaN(mean));
  const inside = ends.length > 0 ? Math.min(...ends) : 0;
  const measured = means.filter((mean) => !Number.isNaN(mean)).sort();
  // the density of the wall, which 30 % of the nodes about the line exceed
  const range = (measured.at(-1) ?? 0) - (measured[0] ?? 0);
  const wall = Math.max(inside + Math.max(1, range / 30), measured[Math.floor(measured.length * 0.7)] ?? 0);
  return means.map((mean, node) => {
    if (Number.isNaN(mean)) return Infinity;
    // lower densities cost too, so that soft tissue and air outside of the bone are no better than the tunnel
    const above = Math.min(1, Math.abs(mean - inside) / (wall - inside));
    const strayed = distanceFromLine(positionOf(grid, node), from, to) / STRAY_MM;
    return (COST.inside + COST.wall * above * above) * (1 + strayed * strayed);
  });
}

/** The distance of a point from the straight line between two others. */
function distanceFromLine(point: Vector, from: Vector, to: Vector): number {
  const length = distance(from, to) || 1;
  const along = each((axis) => (to[axis] - from[axis]) / length);
  const offset = each((axis) => point[axis] - from[axis]);
  const t = Math.min(length, Math.max(0, along[0] * offset[0] + along[1] * offset[1] + along[2] * offset[2]));
  return distance(
    point,
    each((axis) => from[axis] + along[axis] * t),
  );
}

/** Nodes from the first point to the second; undefined if there is no path. */
function leastCostPath(costs: Float32Array, grid: Grid, from: Vector, to: Vector): number[] | undefined {
  const { size } = grid;
  const start = nodeAt(grid, from);
  const end = nodeAt(grid, to);
  const best = new Float64Array(costs.length).fill(Infinity);
  const before = new Int32Array(costs.length).fill(-1);
  const queue = new Queue();
  best[start] = 0;
  queue.push(start, 0);
  for (let node = queue.pop(); node !== undefined && node !== end; node = queue.pop()) {
    for (const { next, mm } of neighboursOf(node, size)) {
      const cost = best[node]! + (mm * (costs[node]! + costs[next]!)) / 2;
      if (!(cost < best[next]!)) continue;
      best[next] = cost;
      before[next] = node;
      queue.push(next, cost);
    }
  }
  if (before[end] === -1) return undefined;
  const path = [end];
  while (path[0] !== start) path.unshift(before[path[0]!]!);
  return path;
}

function* neighboursOf(node: number, [nx, ny, nz]: Vector): Generator<{ next: number; mm: number }> {
  const x = node % nx;
  const y = Math.floor(node / nx) % ny;
  const z = Math.floor(node / (nx * ny));
  for (let dz = -1; dz <= 1; dz += 1)
    for (let dy = -1; dy <= 1; dy += 1)
      for (let dx = -1; dx <= 1; dx += 1) {
        const i = x + dx;
        const j = y + dy;
        const k = z + dz;
        if (i < 0 || j < 0 || k < 0 || i >= nx || j >= ny || k >= nz) continue;
        if (dx || dy || dz) yield { next: (k * ny + j) * nx + i, mm: STEP_MM * Math.hypot(dx, dy, dz) };
      }
}

/** A binary heap of nodes by cost. A node may be in the heap several times; its lowest cost is taken out first. */
class Queue {
  #nodes: number[] = [];
  #costs: number[] = [];

  push(node: number, cost: number): void {
    let at = this.#nodes.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#costs[parent]! <= cost) break;
      this.#put(at, this.#nodes[parent]!, this.#costs[parent]!);
      at = parent;
    }
    this.#put(at, node, cost);
  }

  pop(): number | undefined {
    const first = this.#nodes[0];
    const node = this.#nodes.pop();
    const cost = this.#costs.pop();
    if (node === undefined || cost === undefined || this.#nodes.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child + 1 < this.#costs.length && this.#costs[child + 1]! < this.#costs[child]!) child += 1;
      if (child >= this.#costs.length || this.#costs[child]! >= cost) break;
      this.#put(at, this.#nodes[child]!, this.#costs[child]!);
      at = child;
    }
    this.#put(at, node, cost);
    return first;
  }

  #put(at: number, node: number, cost: number): void {
    this.#nodes[at] = node;
    this.#costs[at] = cost;
  }
}

const directionAt = (points: readonly Vector[], at: number): Vector => {
  const from = points[Math.max(0, at - 2)]!;
  const to = points[Math.min(points.length - 1, at + 2)]!;
  const length = distance(from, to) || 1;
  return each((axis) => (to[axis] - from[axis]) / length);
};

const CENTRING = { rings: 4, angles: 12, radiusMm: 1.6 };

/** Moves the point across the tunnel to the centroid of those samples about it that are less dense than the median. */
function centredIn(volume: Volume, point: Vector, along: Vector): Vector {
  const [u, v] = axesAcross(along);
  const samples: { at: Vector; value: number }[] = [];
  for (let ring = 0; ring <= CENTRING.rings; ring += 1)
    for (let step = 0; step < (ring === 0 ? 1 : CENTRING.angles); step += 1) {
      const radius = (ring / CENTRING.rings) * CENTRING.radiusMm;
      const angle = (2 * Math.PI * step) / CENTRING.angles;
      const a = radius * Math.cos(angle);
      const b = radius * Math.sin(angle);
      const at = each((axis) => point[axis] + u[axis] * a + v[axis] * b);
      const value = meanAbout(volume, at);
      if (!Number.isNaN(value)) samples.push({ at, value });
    }
  const values = samples.map(({ value }) => value).sort((one, other) => one - other);
  const limit = values[Math.floor(values.length / 2)] ?? 0;
  let sum = 0;
  let x = 0;
  let y = 0;
  let z = 0;
  for (const { at, value } of samples) {
    const weight = Math.max(0, limit - value);
    sum += weight;
    x += weight * at[0];
    y += weight * at[1];
    z += weight * at[2];
  }
  return sum === 0 ? point : [x / sum, y / sum, z / sum];
}

function axesAcross([x, y, z]: Vector): [Vector, Vector] {
  const other: Vector = Math.abs(x) < 0.9 ? [1, 0, 0] : [0, 1, 0];
  const cross = (a: Vector, b: Vector): Vector => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];
  const u = cross([x, y, z], other);
  const length = Math.hypot(...u);
  const unit = each((axis) => u[axis] / length);
  return [unit, cross([x, y, z], unit)];
}

const SMOOTHING = { rounds: 3 };

/** Averages each point of the line with its neighbours, several times. The ends stay where they are. */
function smoothed(points: Vector[]): Vector[] {
  let line = points;
  for (let round = 0; round < SMOOTHING.rounds; round += 1)
    line = line.map((point, at) => {
      const before = line[at - 1];
      const after = line[at + 1];
      return before && after ? each((axis) => (before[axis] + 2 * point[axis] + after[axis]) / 4) : point;
    });
  return line;
}

/** Distance between the points of a result. */
const RESULT_MM = 1;

/** Keeps about one point per millimetre, which is enough for the curve of a canal. The ends are exact. */
function resampled(line: readonly Vector[]): Vector[] {
  const result = [line[0]!];
  for (const point of line.slice(1, -1))
    if (distance(result.at(-1)!, point) >= RESULT_MM && distance(point, line.at(-1)!) >= RESULT_MM / 2)
      result.push(point);
  return [...result, line.at(-1)!];
}
