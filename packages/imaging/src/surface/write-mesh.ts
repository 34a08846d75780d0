import type { Mesh } from './mesh.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const STL_HEADER_BYTES = 80;
const STL_TRIANGLE_BYTES = 50;

/**
 * Binary STL (3D Systems, StereoLithography Interface Specification, 1989): little-endian, a normal and three corners
 * per triangle, in millimetres.
 */
export function writeStl({ positions, triangles }: Mesh, name: string): Bytes {
  const count = triangles.length / 3;
  const bytes = new Uint8Array(STL_HEADER_BYTES + 4 + count * STL_TRIANGLE_BYTES);
  // a binary file must not begin with «solid», the first word of the text format
  bytes.set(new TextEncoder().encode(`binary ${name}`).subarray(0, STL_HEADER_BYTES));
  const view = new DataView(bytes.buffer);
  view.setUint32(STL_HEADER_BYTES, count, true);
  const corners = new Float32Array(12);
  for (let triangle = 0; triangle < count; triangle += 1) {
    for (let corner = 0; corner < 3; corner += 1) {
      const from = triangles[triangle * 3 + corner]! * 3;
      for (let axis = 0; axis < 3; axis += 1) corners[3 + corner * 3 + axis] = positions[from + axis]!;
    }
    setNormal(corners);
    const at = STL_HEADER_BYTES + 4 + triangle * STL_TRIANGLE_BYTES;
    for (let value = 0; value < 12; value += 1) view.setFloat32(at + value * 4, corners[value]!, true);
  }
  return bytes;
}

/** Writes the unit normal of the triangle at 3 … 11 into 0 … 2. */
function setNormal(corners: Float32Array): void {
  const edge = (to: number, axis: number) => corners[to + axis]! - corners[3 + axis]!;
  const ax = edge(6, 0);
  const ay = edge(6, 1);
  const az = edge(6, 2);
  const bx = edge(9, 0);
  const by = edge(9, 1);
  const bz = edge(9, 2);
  const normal = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx] as const;
  const length = Math.hypot(...normal) || 1;
  normal.forEach((value, axis) => {
    corners[axis] = value / length;
  });
}

/** Binary PLY (G. Turk, The PLY Polygon File Format, 1994): little-endian, shared vertices, in millimetres. */
export function writePly({ positions, triangles }: Mesh, comment: string): Bytes {
  const header = new TextEncoder().encode(
    [
      'ply',
      'format binary_little_endian 1.0',
      `comment ${comment}`,
      `element vertex ${positions.length / 3}`,
      ...['x', 'y', 'z'].map((axis) => `property float ${axis}`),
      `element face ${triangles.length / 3}`,
      'property list uchar int vertex_indices',
      'end_header\n',
    ].join('\n'),
  );
  const bytes = new Uint8Array(header.length + positions.length * 4 + (triangles.length / 3) * 13);
  bytes.set(header);
  const view = new DataView(bytes.buffer);
  let at = header.length;
  for (const value of positions) {
    view.setFloat32(at, value, true);
    at += 4;
  }
  for (let first = 0; first < triangles.length; first += 3) {
    view.setUint8(at, 3);
    for (let corner = 0; corner < 3; corner += 1)
      view.setInt32(at + 1 + corner * 4, triangles[first + corner]!, true);
    at += 13;
  }
  return bytes;
}

export interface NamedMesh extends Mesh {
  name: string;
  /** red, green, blue and opacity, 0 to 1 */
  colour: readonly [number, number, number, number];
}

const GLB = { magic: 0x46546c67, json: 0x4e4f534a, binary: 0x004e4942 } as const;
const METRES_PER_MM = 0.001;

/**
 * Binary glTF 2.0 (Khronos, ISO/IEC 12113), one mesh with a colour per part. glTF has metres, y upwards and z towards
 * the viewer; positions in the patient's coordinates (LPS) become x left, y up, z to the front.
 */
export function writeGlb(parts: readonly NamedMesh[]): Bytes {
  const views: object[] = [];
  const accessors: object[] = [];
  const chunks: Uint8Array[] = [];
  let length = 0;
  const add = (array: Float32Array | Uint32Array, target: number, accessor: object): number => {
    views.push({ buffer: 0, byteOffset: length, byteLength: array.byteLength, target });
    chunks.push(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    length += array.byteLength;
    return accessors.push({ bufferView: views.length - 1, ...accessor }) - 1;
  };
  const meshes = parts.map((part, material) => {
    const positions = inGltf(part.positions);
    const count = positions.length / 3;
    const POSITION = add(positions, 34_962, {
      componentType: 5126,
      count,
      type: 'VEC3',
      ...rangeOf(positions),
    });
    const NORMAL = add(normalsOf(positions, part.triangles), 34_962, {
      componentType: 5126,
      count,
      type: 'VEC3',
    });
    const indices = add(part.triangles, 34_963, {
      componentType: 5125,
      count: part.triangles.length,
      type: 'SCALAR',
    });
    return { name: part.name, primitives: [{ attributes: { POSITION, NORMAL }, indices, material }] };
  });
  const json = {
    asset: { version: '2.0', generator: 'Snimok' },
    scene: 0,
    scenes: [{ nodes: parts.map((_, at) => at) }],
    nodes: parts.map(({ name }, mesh) => ({ name, mesh })),
    meshes,
    materials: parts.map(({ name, colour }) => ({
      name,
      pbrMetallicRoughness: { baseColorFactor: colour, metallicFactor: 0, roughnessFactor: 0.7 },
      ...(colour[3] < 1 && { alphaMode: 'BLEND' }),
    })),
    accessors,
    bufferViews: views,
    buffers: [{ byteLength: length }],
  };
  return joinChunks(JSON.stringify(json), chunks, length);
}

function joinChunks(json: string, chunks: readonly Uint8Array[], length: number): Bytes {
  const text = new TextEncoder().encode(json);
  const textBytes = Math.ceil(text.length / 4) * 4;
  const bytes = new Uint8Array(12 + 8 + textBytes + 8 + length);
  const view = new DataView(bytes.buffer);
  [GLB.magic, 2, bytes.length, textBytes, GLB.json].forEach((word, at) => view.setUint32(at * 4, word, true));
  // chunks are padded to four bytes, JSON with spaces
  bytes.fill(0x20, 20, 20 + textBytes);
  bytes.set(text, 20);
  view.setUint32(20 + textBytes, length, true);
  view.setUint32(24 + textBytes, GLB.binary, true);
  let at = 28 + textBytes;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function inGltf(positions: Float32Array): Float32Array {
  const turned = new Float32Array(positions.length);
  for (let at = 0; at < positions.length; at += 3) {
    turned[at] = positions[at]! * METRES_PER_MM;
    turned[at + 1] = positions[at + 2]! * METRES_PER_MM;
    turned[at + 2] = -positions[at + 1]! * METRES_PER_MM;
  }
  return turned;
}

/** The smallest and largest coordinates, which glTF requires of positions. */
function rangeOf(positions: Float32Array): { min: number[]; max: number[] } {
  const min = [0, 0, 0];
  const max = [0, 0, 0];
  for (let at = 0; at < positions.length; at += 1) {
    const axis = at % 3;
    min[axis] = at < 3 ? positions[at]! : Math.min(min[axis]!, positions[at]!);
    max[axis] = at < 3 ? positions[at]! : Math.max(max[axis]!, positions[at]!);
  }
  return { min, max };
}

/** Unit normals of the vertices: the mean of their triangles' normals, weighted by area. */
function normalsOf(positions: Float32Array, triangles: Uint32Array): Float32Array {
  const normals = new Float32Array(positions.length);
  for (let first = 0; first < triangles.length; first += 3) {
    const a = triangles[first]! * 3;
    const b = triangles[first + 1]! * 3;
    const c = triangles[first + 2]! * 3;
    const [ux, uy, uz] = [0, 1, 2].map((axis) => positions[b + axis]! - positions[a + axis]!);
    const [vx, vy, vz] = [0, 1, 2].map((axis) => positions[c + axis]! - positions[a + axis]!);
    const normal = [uy! * vz! - uz! * vy!, uz! * vx! - ux! * vz!, ux! * vy! - uy! * vx!];
    for (const vertex of [a, b, c])
      for (let axis = 0; axis < 3; axis += 1)
        normals[vertex + axis] = normals[vertex + axis]! + normal[axis]!;
  }
  for (let at = 0; at < normals.length; at += 3) {
    const length = Math.hypot(normals[at]!, normals[at + 1]!, normals[at + 2]!) || 1;
    for (let axis = 0; axis < 3; axis += 1) normals[at + axis] = normals[at + axis]! / length;
  }
  return normals;
}
