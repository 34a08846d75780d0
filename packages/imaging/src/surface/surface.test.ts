import { expect, test } from 'vitest';
import { NIFTI_HEADER_BYTES, niftiHeader } from '../export/nifti.ts';
import { surfaceNets } from './surface-nets.ts';
import { writeGlb, writePly, writeStl } from './write-mesh.ts';

const RADIUS_MM = 9;
const CENTRE_MM = [12, 11, 13] as const;
const SIZE = [50, 48, 40] as const;
const SPACING_MM = [0.5, 0.5, 0.7] as const;

/** A ball with an edge that is blurred over a voxel, in Hounsfield-like units. */
const ball = () => ({
  size: SIZE,
  spacingMm: SPACING_MM,
  slice: (z: number) =>
    Float32Array.from({ length: SIZE[0] * SIZE[1] }, (_, at) => {
      const point = [at % SIZE[0], Math.floor(at / SIZE[0]), z].map(
        (index, axis) => index * SPACING_MM[axis]!,
      );
      const depth = RADIUS_MM - Math.hypot(...point.map((mm, axis) => mm - CENTRE_MM[axis]!));
      return 1000 * Math.min(1, Math.max(0, depth / 0.7 + 0.5));
    }),
});

const volumeOf = ({ positions, triangles }: ReturnType<typeof surfaceNets>) => {
  let six = 0;
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) => {
      const vertex = triangles[at + corner]! * 3;
      return [positions[vertex]!, positions[vertex + 1]!, positions[vertex + 2]!] as const;
    });
    six +=
      a![0] * (b![1] * c![2] - b![2] * c![1]) -
      a![1] * (b![0] * c![2] - b![2] * c![0]) +
      a![2] * (b![0] * c![1] - b![1] * c![0]);
  }
  return six / 6;
};

test('the surface of a ball lies on the ball, is closed and faces outwards', () => {
  const mesh = surfaceNets(ball(), 500);
  const distances: number[] = [];
  for (let at = 0; at < mesh.positions.length; at += 3)
    distances.push(
      Math.abs(Math.hypot(...CENTRE_MM.map((mm, axis) => mesh.positions[at + axis]! - mm)) - RADIUS_MM),
    );
  const sorted = distances.toSorted((one, other) => one - other);
  expect(sorted[Math.floor(sorted.length * 0.95)]).toBeLessThan(0.1);
  const edges = new Map<string, number>();
  for (let at = 0; at < mesh.triangles.length; at += 3)
    for (let corner = 0; corner < 3; corner += 1) {
      const from = mesh.triangles[at + corner]!;
      const to = mesh.triangles[at + ((corner + 1) % 3)]!;
      const key = `${Math.min(from, to)} ${Math.max(from, to)}`;
      edges.set(key, (edges.get(key) ?? 0) + (from < to ? 1 : -1));
    }
  expect([...edges.values()].every((balance) => balance === 0)).toBe(true);
  expect(volumeOf(mesh) / ((4 / 3) * Math.PI * RADIUS_MM ** 3)).toBeCloseTo(1, 1);
});

test('a body at the border of the volume is closed there', () => {
  const full = {
    size: [3, 3, 3],
    spacingMm: [1, 1, 1],
    slice: () => new Float32Array(9).fill(1000),
  } as const;
  // 3 × 3 × 3 mm with bevelled edges
  expect(volumeOf(surfaceNets(full, 500))).toBeCloseTo(19.9, 1);
});

test('STL, PLY and GLB contain the same triangles', () => {
  const mesh = surfaceNets(ball(), 500);
  const count = mesh.triangles.length / 3;
  const stl = writeStl(mesh, 'ball');
  const view = new DataView(stl.buffer);
  expect(stl.length).toBe(84 + 50 * count);
  expect(view.getUint32(80, true)).toBe(count);
  const [first] = mesh.triangles;
  expect(view.getFloat32(84 + 12, true)).toBe(mesh.positions[first! * 3]);
  expect(Math.hypot(...[0, 4, 8].map((at) => view.getFloat32(84 + at, true)))).toBeCloseTo(1, 5);

  const ply = Buffer.from(writePly(mesh, 'ball'));
  const body = ply.indexOf('end_header\n') + 11;
  const header = ply.toString('latin1', 0, body);
  expect(header).toContain(`element vertex ${mesh.positions.length / 3}\n`);
  expect(header).toContain(`element face ${count}\n`);
  expect(ply.length - body).toBe(mesh.positions.length * 4 + count * 13);
  expect(ply.readFloatLE(body + 4)).toBe(mesh.positions[1]);
  expect(ply.readUInt8(body + mesh.positions.length * 4)).toBe(3);

  const glb = Buffer.from(writeGlb([{ ...mesh, name: 'ball', colour: [1, 0.9, 0.8, 1] }]));
  expect([glb.toString('latin1', 0, 4), glb.readUInt32LE(4), glb.readUInt32LE(8)]).toEqual([
    'glTF',
    2,
    glb.length,
  ]);
  const json = JSON.parse(glb.toString('utf8', 20, 20 + glb.readUInt32LE(12)));
  expect(json.accessors.map((accessor: { count: number }) => accessor.count)).toEqual([
    mesh.positions.length / 3,
    mesh.positions.length / 3,
    mesh.triangles.length,
  ]);
  // metres, the patient's head upwards
  expect(json.accessors[0].max[1]).toBeCloseTo((CENTRE_MM[2] + RADIUS_MM) / 1000, 3);
  expect(json.accessors[0].min[2]).toBeCloseTo(-(CENTRE_MM[1] + RADIUS_MM) / 1000, 3);
});

/** Reads a voxel's position as `nifti_quatern_to_mat44` and the matrix of the standard's header define it. */
function positionsIn(header: Uint8Array, index: readonly [number, number, number]) {
  const view = new DataView(header.buffer);
  const float = (at: number) => view.getFloat32(at, true);
  const byMatrix = [0, 1, 2].map(
    (row) =>
      [0, 1, 2].reduce((sum, axis) => sum + float(280 + row * 16 + axis * 4) * index[axis]!, 0) +
      float(280 + row * 16 + 12),
  );
  const [b, c, d] = [256, 260, 264].map(float) as [number, number, number];
  const a = Math.sqrt(Math.max(0, 1 - b * b - c * c - d * d));
  const rotation = [
    [a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c)],
    [2 * (b * c + a * d), a * a + c * c - b * b - d * d, 2 * (c * d - a * b)],
    [2 * (b * d - a * c), 2 * (c * d + a * b), a * a + d * d - c * c - b * b],
  ];
  const scaled = index.map((at, axis) => at * float(80 + axis * 4) * (axis === 2 ? float(76) : 1));
  const byQuaternion = rotation.map(
    (row, at) => row.reduce((sum, value, axis) => sum + value * scaled[axis]!, 0) + float(268 + at * 4),
  );
  return { byMatrix, byQuaternion };
}

test('the header of NIfTI-1 states type, size and position in RAS millimetres', () => {
  const cos = Math.cos(0.3);
  const sin = Math.sin(0.3);
  const grid = {
    size: [40, 30, 20],
    spacingMm: [0.2, 0.25, 0.3],
    originMm: [-10, 20, 5],
    directions: [
      [cos, sin, 0],
      [-sin, cos, 0],
      [0, 0, 1],
    ],
  } as const;
  const header = niftiHeader(grid, 'int16', { slope: 0.5, intercept: -1000 });
  const view = new DataView(header.buffer);
  expect([view.getInt32(0, true), header.length, view.getFloat32(108, true)]).toEqual([
    348,
    NIFTI_HEADER_BYTES,
    352,
  ]);
  expect([40, 42, 44, 46, 70, 72, 252, 254].map((at) => view.getInt16(at, true))).toEqual([
    3, 40, 30, 20, 4, 16, 1, 1,
  ]);
  expect(Buffer.from(header).toString('latin1', 344, 348)).toBe('n+1\0');
  expect([112, 116].map((at) => view.getFloat32(at, true))).toEqual([0.5, -1000]);
  const index = [7, 11, 13] as const;
  const lps = [0, 1, 2].map(
    (row) =>
      grid.originMm[row]! +
      index.reduce<number>(
        (sum, at, axis) => sum + at * grid.spacingMm[axis]! * grid.directions[axis]![row]!,
        0,
      ),
  );
  const ras = [-lps[0]!, -lps[1]!, lps[2]!];
  const { byMatrix, byQuaternion } = positionsIn(header, index);
  ras.forEach((mm, axis) => {
    expect(byMatrix[axis]).toBeCloseTo(mm, 4);
    expect(byQuaternion[axis]).toBeCloseTo(mm, 3);
  });
});
