import { expect, test } from 'vitest';
import { placementOf } from '../volume/voxels/placement.ts';
import { partMesh } from './solids.ts';
import { groupOf, type Result, resultsAbout, shownParts, structureOf, toothPlaces } from './structures.ts';

const part = (name: string, at = 0) => ({
  name,
  colour: [1, 1, 1, 1] as const,
  positions: new Float32Array([at - 1, 0, 0, at + 1, 0, 0, at, 3, 6]),
  normals: new Float32Array(9),
  triangles: new Uint32Array([0, 1, 2]),
});
const result = (
  number: number,
  label: number,
  finding: Result['finding'],
  state: Result['state'],
): Result => ({
  number,
  label,
  finding,
  state,
  score: null,
  decidedByName: null,
  decidedAt: null,
});
const PARTS = ['lower', 'canal-left', 'tooth-36', 'crown-36', 'implant-46'].map((name, at) =>
  part(name, at * 10),
);
const RESULTS = [
  result(0, 36, null, 'proposed'),
  result(1, 136, null, 'rejected'),
  result(2, 36, 'caries', 'proposed'),
  result(3, 17, 'missing', 'accepted'),
];
const segmentation = (results: Result[]) => ({
  status: 'ready' as const,
  progress: null,
  reason: null,
  finishedAt: null,
  parts: [],
  files: [],
  results,
});

test('a rejected structure is hidden, but not a structure with only a rejected finding', () => {
  const names = (results: Result[]) => shownParts(PARTS, segmentation(results)).map(({ name }) => name);
  expect(names(RESULTS)).toEqual(['lower', 'canal-left', 'tooth-36', 'implant-46']);
  expect(names([result(0, 36, 'caries', 'rejected')])).toEqual(PARTS.map(({ name }) => name));
  expect(shownParts(PARTS, undefined)).toBe(PARTS);
});

test('teeth and implants are placed on chart and panorama by the middle of their surface', () => {
  expect(toothPlaces(PARTS)).toEqual([
    { label: 36, tooth: 36, centre: [20, 1, 2] },
    { label: 246, tooth: 46, centre: [40, 1, 2] },
  ]);
});

test('the proposals for a tooth are those about the tooth, its crown and its findings', () => {
  const numbers = (label?: number) => resultsAbout(RESULTS, label).map(({ number }) => number);
  expect(numbers(36)).toEqual([0, 1, 2]);
  expect(numbers(17)).toEqual([3]);
  expect(numbers(5)).toEqual([]);
  expect(numbers()).toEqual([2, 3]);
});

test('all teeth share one switch of the legend, and parts of older segmentations have their own', () => {
  expect(['tooth-36', 'tooth-11', 'upper', 'airway'].map((name) => groupOf({ name }))).toEqual([
    'tooth',
    'tooth',
    'upper',
    'airway',
  ]);
  expect(structureOf({ name: 'of a later version' })).toBeUndefined();
});

test('the mesh of a structure in the 3D view has its label, by which a click identifies it', () => {
  const placement = placementOf({
    size: [10, 10, 10],
    spacingMm: [1, 1, 1],
    originMm: [5, 0, 0],
    directions: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  });
  const mesh = partMesh(part('tooth-36', 20), placement);
  expect(mesh.label).toBe(36);
  expect([...mesh.positions.slice(6)]).toEqual([15, 3, 6]);
});
