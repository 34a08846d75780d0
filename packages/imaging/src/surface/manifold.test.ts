import { expect, test } from 'vitest';
import { LABEL } from '../segmentation/labels.ts';
import { surfaceOfLabel } from '../segmentation/part-surfaces.ts';
import { OTHER_BODY } from './crossing.ts';
import type { Mesh } from './mesh.ts';
import { type Field, surfaceNets } from './surface-nets.ts';
import { writeStl } from './write-mesh.ts';

const SIZE = [14, 13, 12] as const;
const SPACING_MM = [0.3, 0.25, 0.4] as const;

/** Numbers from 0 to 1 that are the same in every run (G. Marsaglia, Xorshift RNGs, 2003). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const fieldOf = (values: ArrayLike<number>): Field => {
  const area = SIZE[0] * SIZE[1];
  const slice = (z: number) => Float32Array.from({ length: area }, (_, at) => values[z * area + at]!);
  return { size: SIZE, spacingMm: SPACING_MM, slice };
};
const COUNT = SIZE[0] * SIZE[1] * SIZE[2];
const noise = (value: (next: () => number) => number, seed: number) => {
  const next = random(seed);
  return Float64Array.from({ length: COUNT }, () => value(next));
};

/** The triangles as a program reads them from STL, which names vertices by their coordinates. */
function fromStl(stl: Uint8Array<ArrayBuffer>): number[][] {
  const view = new DataView(stl.buffer);
  const vertices = new Map<string, number>();
  return Array.from({ length: view.getUint32(80, true) }, (_, triangle) =>
    [0, 1, 2].map((corner) => {
      const at = 84 + triangle * 50 + 12 + corner * 12;
      const key = [0, 4, 8].map((offset) => view.getFloat32(at + offset, true)).join(' ');
      const vertex = vertices.get(key) ?? vertices.size;
      vertices.set(key, vertex);
      return vertex;
    }),
  );
}

const inMesh = ({ triangles }: Mesh): number[][] =>
  Array.from({ length: triangles.length / 3 }, (_, at) => [...triangles.subarray(at * 3, at * 3 + 3)]);

/** The edges that are not used once in each direction. */
function badEdges(triangles: number[][]): number {
  const uses = new Map<string, number>();
  for (const [a, b, c] of triangles as [number, number, number][])
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
    ] as const)
      uses.set(`${from} ${to}`, (uses.get(`${from} ${to}`) ?? 0) + 1);
  let bad = 0;
  for (const [key, count] of uses) {
    const [from, to] = key.split(' ');
    if (from === to || count !== 1 || uses.get(`${to} ${from}`) !== 1) bad += 1;
  }
  return bad;
}

/** The vertices whose triangles form more than one fan. */
function badVertices(triangles: number[][]): number {
  const next = new Map<number, Map<number, number>>();
  for (const [a, b, c] of triangles as [number, number, number][])
    for (const [vertex, from, to] of [
      [a, b, c],
      [b, c, a],
      [c, a, b],
    ] as const) {
      const links = next.get(vertex) ?? new Map<number, number>();
      next.set(vertex, links.set(from, to));
    }
  let bad = 0;
  for (const links of next.values()) {
    const [first] = links.keys();
    let at = links.get(first!)!;
    let length = 1;
    while (at !== first && length <= links.size) {
      at = links.get(at)!;
      length += 1;
    }
    if (length !== links.size) bad += 1;
  }
  return bad;
}

test.each<[string, (next: () => number) => number]>([
  ['noise', (next) => next() * 1000],
  ['integers, of which many equal the level', (next) => Math.floor(next() * 5) * 250],
  ['two values', (next) => (next() < 0.5 ? 0 : 1000)],
  ['few voxels inside', (next) => (next() < 0.1 ? 500 : 0)],
  ['few voxels outside', (next) => (next() < 0.1 ? 499 : 1000)],
  ['another body', (next) => (next() < 0.5 ? OTHER_BODY : next() * 1000)],
])('every edge has two triangles and every vertex one fan: %s', (_, value) => {
  for (let seed = 1; seed <= 3; seed += 1) {
    const mesh = surfaceNets(fieldOf(noise(value, seed * 7919)), 500);
    expect(mesh.triangles.length).toBeGreaterThan(500);
    for (const triangles of [inMesh(mesh), fromStl(writeStl(mesh, 'noise'))])
      expect([badEdges(triangles), badVertices(triangles)]).toEqual([0, 0]);
  }
});

test('all 4,096 pairs of neighbouring cells along each axis have closed surfaces', () => {
  let count = 0;
  for (const [axis, size] of [
    [3, 2, 2],
    [2, 3, 2],
    [2, 2, 3],
  ].entries()) {
    for (let corners = 0; corners < 4096; corners += 1) {
      const [nx, ny] = size as [number, number, number];
      const slice = (z: number) =>
        Float32Array.from({ length: nx * ny }, (_, at) => ((corners >> (z * nx * ny + at)) & 1) * 1000);
      const mesh = surfaceNets({ size: size as [number, number, number], spacingMm: [1, 1, 1], slice }, 500);
      const triangles = inMesh(mesh);
      if (badEdges(triangles) + badVertices(triangles) > 0) expect([axis, corners]).toEqual([]);
      count += 1;
    }
  }
  expect(count).toBe(3 * 4096);
});

test('the surfaces of labels that touch have no edge in common in one file', () => {
  const next = random(4711);
  const labels = Uint8Array.from({ length: COUNT }, () =>
    next() < 0.4 ? LABEL.upper : next() < 0.7 ? LABEL.lower : LABEL.none,
  );
  const values = Int16Array.from(labels, (label) => (label === LABEL.none ? 0 : 400 + next() * 1000));
  const volume = { size: SIZE, spacingMm: SPACING_MM, values };
  const together = [LABEL.upper, LABEL.lower].flatMap((label) => {
    const stl = writeStl(surfaceOfLabel(volume, labels, label), 'label');
    expect(badEdges(fromStl(stl))).toBe(0);
    return [stl.subarray(84)];
  });
  const joined = new Uint8Array(84 + together[0]!.length + together[1]!.length);
  joined.set(together[0]!, 84);
  joined.set(together[1]!, 84 + together[0]!.length);
  new DataView(joined.buffer).setUint32(80, (joined.length - 84) / 50, true);
  expect(badEdges(fromStl(joined))).toBe(0);
});
