import type { Size3 } from '../volume/volume.ts';
import { cellTables, EDGES, FACES } from './cell-sheets.ts';
import { crossingPart, VALUE_BEYOND } from './crossing.ts';
import { Growing, type Mesh } from './mesh.ts';

/** A field on a regular grid, read slice by slice. */
export interface Field {
  size: Size3;
  spacingMm: Size3;
  /** the values of slice `z`, row by row; the array may be reused for the next slice but one */
  slice: (z: number) => ArrayLike<number>;
}

/**
 * The surface where a field crosses a level; higher values are inside. Surface nets (S. Gibson, Constrained Elastic Surface Nets, 1998)
 * with one vertex for each sheet of the surface in a cell (G. Nielson, Dual Marching Cubes, 2004), at the mean of the sheet's crossings
 * with the edges, which are interpolated linearly. Every edge has two triangles, and the triangles of a vertex form one fan.
 * Beyond the grid the field is below the level, so the surface is closed. Two slices of the field are in memory. Coordinates are
 * counted from the centre of the first voxel.
 */
export function surfaceNets(field: Field, level: number): Mesh {
  const nz = field.size[2];
  const net = new Net(field, level);
  for (let z = -1; z < nz; z += 1) net.addLayer(z + 1 < nz ? field.slice(z + 1) : null);
  return net.mesh();
}

/** The cells between two slices. */
interface Layer {
  /** the first vertex of each cell; its other sheets have the next ones */
  vertices: Int32Array;
  /** the inside corners of each cell, as bits */
  masks: Uint8Array;
}

type Step = readonly [x: number, y: number, z: number];

/** The four cells around an edge that begins at the first corner of a cell, counter-clockwise seen from its end. */
interface Around {
  /** the steps from that cell to the four cells */
  steps: readonly [Step, Step, Step, Step];
  /** the number of the edge in each of them */
  edges: readonly number[];
  /** the axis from each of them to the next one */
  axes: readonly number[];
}

const around = (steps: Around['steps'], edges: readonly number[], axes: readonly number[]): Around => ({
  steps,
  edges,
  axes,
});
const HERE: Step = [0, 0, 0];
/** Around edges along x, y and z. */
const AROUND = [
  around([[0, -1, -1], [0, 0, -1], HERE, [0, -1, 0]], [3, 2, 0, 1], [1, 2, 1, 2]),
  around([[-1, 0, -1], [-1, 0, 0], HERE, [0, 0, -1]], [7, 5, 4, 6], [2, 0, 2, 0]),
  around([[-1, -1, 0], [0, -1, 0], HERE, [-1, 0, 0]], [11, 10, 8, 9], [0, 1, 0, 1]),
] as const;

class Net {
  readonly #tables = cellTables();
  readonly #size: Size3;
  readonly #spacingMm: Size3;
  readonly #level: number;
  /** with a margin of one voxel on all sides */
  readonly #columns: number;
  readonly #area: number;
  #lower: Float64Array;
  #upper: Float64Array;
  #below: Layer;
  #here: Layer;
  /** the current cell, from -1 along each axis */
  #x = -1;
  #y = -1;
  #z = -2;
  readonly #corners = new Float64Array(8);
  readonly #crossing = new Float64Array(3);
  readonly #positions = new Growing((length) => new Float32Array(length));
  readonly #triangles = new Growing((length) => new Uint32Array(length));
  /** the vertices on faces that one sheet crosses twice in both cells, by the face and the inside corner */
  readonly #onFaces = new Map<number, number>();

  constructor({ size, spacingMm }: Field, level: number) {
    this.#size = size;
    this.#spacingMm = spacingMm;
    this.#level = level;
    this.#columns = size[0] + 2;
    this.#area = this.#columns * (size[1] + 2);
    const slice = () => new Float64Array(this.#area).fill(level - VALUE_BEYOND);
    const layer = () => ({ vertices: new Int32Array(this.#area), masks: new Uint8Array(this.#area) });
    [this.#lower, this.#upper] = [slice(), slice()];
    [this.#below, this.#here] = [layer(), layer()];
  }

  mesh = (): Mesh => ({ positions: this.#positions.toArray(), triangles: this.#triangles.toArray() });

  /** The cells between the last slice and this one; null beyond the grid. */
  addLayer(values: ArrayLike<number> | null): void {
    [this.#lower, this.#upper] = [this.#upper, this.#lower];
    [this.#below, this.#here] = [this.#here, this.#below];
    this.#upper.fill(this.#level - VALUE_BEYOND);
    this.#z += 1;
    const [nx, ny] = this.#size;
    if (values)
      for (let y = 0; y < ny; y += 1)
        for (let x = 0; x < nx; x += 1) this.#upper[(y + 1) * this.#columns + x + 1] = values[y * nx + x]!;
    this.#addCells();
  }

  #addCells(): void {
    const [nx, ny] = this.#size;
    const lower = this.#lower;
    const upper = this.#upper;
    const level = this.#level;
    const columns = this.#columns;
    const { masks } = this.#here;
    for (let y = -1; y < ny; y += 1) {
      let mask = 0;
      for (let x = -1; x < nx; x += 1) {
        const at = (y + 1) * columns + x + 1;
        // the corners that the cell has in common with the one before, then the others
        mask = (mask >> 1) & 0x55;
        if (lower[at + 1]! >= level) mask |= 2;
        if (lower[at + 1 + columns]! >= level) mask |= 8;
        if (upper[at + 1]! >= level) mask |= 32;
        if (upper[at + 1 + columns]! >= level) mask |= 128;
        masks[at] = mask;
        if (mask === 0 || mask === 255) continue;
        this.#x = x;
        this.#y = y;
        this.#readCorners(at);
        this.#addCell(mask, at);
      }
    }
  }

  #readCorners(at: number): void {
    const corners = this.#corners;
    const lower = this.#lower;
    const upper = this.#upper;
    const columns = this.#columns;
    corners[0] = lower[at]!;
    corners[1] = lower[at + 1]!;
    corners[2] = lower[at + columns]!;
    corners[3] = lower[at + columns + 1]!;
    corners[4] = upper[at]!;
    corners[5] = upper[at + 1]!;
    corners[6] = upper[at + columns]!;
    corners[7] = upper[at + columns + 1]!;
  }

  #addCell(mask: number, at: number): void {
    this.#here.vertices[at] = this.#positions.length / 3;
    for (const edges of this.#tables.sheets[mask]!) this.#addSheet(edges);
    for (let axis = 0; axis < 3; axis += 1)
      if (this.#isDoubled(this.#here, at, axis)) this.#addOnFace(mask, at, axis);
    const isInside = (mask & 1) !== 0;
    for (let axis = 0; axis < 3; axis += 1)
      if (isInside !== ((mask & (1 << (1 << axis))) !== 0)) this.#addQuad(axis, at, isInside);
  }

  /** Sets `#crossing`: where the surface crosses an edge of the current cell. */
  #cross(edge: number): void {
    const [from, to] = EDGES[edge]!;
    const crossing = this.#crossing;
    crossing[0] = from & 1;
    crossing[1] = (from >> 1) & 1;
    crossing[2] = from >> 2;
    crossing[edge >> 2] = crossingPart(this.#corners[from]!, this.#corners[to]!, this.#level);
  }

  /** `x`, `y`, `z`: within the current cell. */
  #addVertex(x: number, y: number, z: number): number {
    const [sx, sy, sz] = this.#spacingMm;
    this.#positions.push((this.#x + x) * sx, (this.#y + y) * sy, (this.#z + z) * sz);
    return this.#positions.length / 3 - 1;
  }

  /** Adds a vertex at the mean of the crossings with these edges. */
  #addSheet(edges: Uint8Array): void {
    let x = 0;
    let y = 0;
    let z = 0;
    for (const edge of edges) {
      this.#cross(edge);
      x += this.#crossing[0]!;
      y += this.#crossing[1]!;
      z += this.#crossing[2]!;
    }
    this.#addVertex(x / edges.length, y / edges.length, z / edges.length);
  }

  /** Whether one sheet crosses the first face along an axis twice, and one sheet of the cell beyond it as well. */
  #isDoubled({ masks }: Layer, at: number, axis: number): boolean {
    if ((this.#tables.doubledFaces[masks[at]!]! & (1 << (2 * axis))) === 0) return false;
    const before = axis === 2 ? this.#below.masks[at]! : masks[at - (axis === 0 ? 1 : this.#columns)]!;
    return (this.#tables.doubledFaces[before]! & (2 << (2 * axis))) !== 0;
  }

  #keyOnFace(at: number, z: number, axis: number, isSecondCorner: boolean): number {
    return (((z + 1) * this.#area + at) * 3 + axis) * 2 + Number(isSecondCorner);
  }

  /** A vertex between the two crossings at each inside corner of a face. */
  #addOnFace(mask: number, at: number, axis: number): void {
    const corners = FACES[2 * axis]!;
    const alongFace = axis === 0 ? 2 : 1;
    corners.forEach((corner, index) => {
      if ((mask & (1 << corner)) === 0) return;
      const middle = [0, 0, 0];
      for (const neighbour of [corners[(index + 1) % 4]!, corners[(index + 3) % 4]!]) {
        const from = Math.min(corner, neighbour);
        const to = Math.max(corner, neighbour);
        this.#cross(EDGES.findIndex((edge) => edge[0] === from && edge[1] === to));
        for (let along = 0; along < 3; along += 1)
          middle[along] = middle[along]! + this.#crossing[along]! / 2;
      }
      const vertex = this.#addVertex(middle[0]!, middle[1]!, middle[2]!);
      this.#onFaces.set(this.#keyOnFace(at, this.#z, axis, (corner & alongFace) !== 0), vertex);
    });
  }

  /** The quad of the four cells around the edge along an axis that begins at the first corner of the current cell. */
  #addQuad(axis: number, at: number, isInside: boolean): void {
    const { steps, edges } = AROUND[axis]!;
    const quad: [number, number, number, number] = [0, 0, 0, 0];
    let doubled = 0;
    for (let index = 0; index < 4; index += 1) {
      const [x, y, z] = steps[index]!;
      const { vertices, masks } = z < 0 ? this.#below : this.#here;
      const cell = at + x + y * this.#columns;
      quad[index] = vertices[cell]! + this.#tables.sheetOfEdge[masks[cell]! * 12 + edges[index]!]!;
      doubled |= this.#tables.doubledFaces[masks[cell]!]!;
    }
    const polygon = doubled === 0 ? quad : this.#withFaces(quad, axis, at, isInside);
    if (polygon.length > 4) {
      this.#cross(axis * 4);
      const centre = this.#addVertex(this.#crossing[0]!, this.#crossing[1]!, this.#crossing[2]!);
      polygon.forEach((vertex, index) =>
        this.#addTriangle(centre, vertex, polygon[(index + 1) % polygon.length]!, isInside),
      );
      return;
    }
    this.#addTriangle(quad[0], quad[1], quad[2], isInside);
    this.#addTriangle(quad[0], quad[2], quad[3], isInside);
  }

  #addTriangle(a: number, b: number, c: number, isInside: boolean): void {
    if (isInside) this.#triangles.push(a, b, c);
    else this.#triangles.push(a, c, b);
  }

  /** The quad with the vertices on its doubled faces. Without them, four quads would have one edge in common there. */
  #withFaces(quad: readonly number[], axis: number, at: number, isInside: boolean): number[] {
    const { steps, axes } = AROUND[axis]!;
    return quad.flatMap((vertex, index) => {
      const across = axes[index]!;
      const one = steps[index]!;
      const other = steps[(index + 1) % 4]!;
      const [x, y, z] = one[across]! > other[across]! ? one : other;
      const cell = at + x + y * this.#columns;
      if (!this.#isDoubled(z < 0 ? this.#below : this.#here, cell, across)) return [vertex];
      // the coordinate of the edge's inside end within the cell, along the first axis of the face
      const along = across === 0 ? 1 : 0;
      const end = (!isInside && along === axis ? 1 : 0) - [x, y, z][along]!;
      return [vertex, this.#onFaces.get(this.#keyOnFace(cell, this.#z + z, across, end === 1))!];
    });
  }
}
