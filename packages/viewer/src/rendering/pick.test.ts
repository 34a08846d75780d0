import { expect, test } from 'vitest';
import { GRID_AXES, rotatedAbout } from '../geometry/frame.ts';
import { cross, implantRod, subtract } from '../geometry/rod.ts';
import type { Vec3 } from '../geometry/vectors.ts';
import { halfSpacesOf, NO_CLIP, NO_CROP, rangeWithin } from './clipping.ts';
import { rodMesh, type SceneMesh, tubeMesh } from './mesh.ts';
import { type Look, meshHit, volumeHit } from './pick.ts';
import type { VoxelBlock } from '../volume/voxels/voxel-block.ts';

const BONE: Look = { tissue: 'bone', threshold: 0.5, opacity: 1 };
const GRID = { size: [60, 60, 60], spacingMm: [0.5, 0.5, 0.5] } as const;
/** Towards the back, through the middle. */
const BACKWARDS = { at: [15, -20, 15] as Vec3, along: [0, 1, 0] as Vec3 };

/** Bytes of `inside` in a box between two heights of an axis, else air. */
const blockOf = (
  values: (x: number, y: number, z: number) => number,
  offsetMm: Vec3 = [0, 0, 0],
): VoxelBlock => ({
  ...GRID,
  offsetMm,
  values: Uint8Array.from({ length: 60 ** 3 }, (_, at) =>
    values(at % 60, Math.floor(at / 60) % 60, Math.floor(at / 3600)),
  ),
});

test('a click meets the first opaque surface within a quarter of a voxel', () => {
  // from 10 mm on; the level of 0.5 is crossed half a voxel before
  const bone = blockOf((_x, y) => (y >= 20 ? 255 : 0));
  expect(volumeHit(bone, BACKWARDS, [], BONE)! - 20).toBeCloseTo(9.75, 1);
  // a preview that begins at another point of the volume
  const shifted = blockOf((_x, y) => (y >= 20 ? 255 : 0), [0, 3, 0]);
  expect(volumeHit(shifted, BACKWARDS, [], BONE)! - 20).toBeCloseTo(12.75, 1);
  expect(
    volumeHit(
      blockOf(() => 100),
      BACKWARDS,
      [],
      BONE,
    ),
  ).toBeUndefined();
});

test('a click passes through clipped and transparent parts', () => {
  const walls = blockOf((_x, y) => (Math.floor(y / 20) % 2 === 0 ? 255 : 0));
  const clip = { ...NO_CLIP, by: 'coronal' as const };
  const spaces = halfSpacesOf(GRID, GRID_AXES, [0, 12, 0], { clip, crop: NO_CROP });
  expect(volumeHit(walls, BACKWARDS, spaces, BONE)! - 20).toBeCloseTo(19.75, 1);
  expect(volumeHit(walls, BACKWARDS, [], { ...BONE, opacity: 0.05 })).toBeUndefined();
});

test('a maximum projection is met at its densest voxel, an airway at its front wall', () => {
  const dense = blockOf((_x, y) => (y === 40 ? 250 : y > 10 ? 180 : 0));
  expect(volumeHit(dense, BACKWARDS, [], { ...BONE, tissue: 'maximum' })! - 20).toBeCloseTo(20, 0);
  // air from 10 to 20 mm in tissue; the air in front of and behind the head is not enclosed
  const head = blockOf((_x, y) => (y > 4 && y < 55 && (y < 20 || y > 40) ? 200 : 0));
  expect(volumeHit(head, BACKWARDS, [], { ...BONE, tissue: 'airway' })! - 20).toBeCloseTo(9.75, 0);
  const open = blockOf((_x, y) => (y > 4 && y < 20 ? 200 : 0));
  expect(volumeHit(open, BACKWARDS, [], { ...BONE, tissue: 'airway' })).toBeUndefined();
});

test('clipping at the crosshair removes the named side, or the other side when it is flipped', () => {
  const cursor: Vec3 = [10, 12, 14];
  const kept = (by: 'axial' | 'coronal' | 'sagittal', flipped: boolean, along: Vec3) =>
    rangeWithin(
      { at: cursor, along },
      halfSpacesOf(GRID, GRID_AXES, cursor, { clip: { ...NO_CLIP, by, flipped }, crop: NO_CROP }),
    );
  // towards the head, the front and the left
  expect(kept('axial', false, [0, 0, 1])![1]).toBeCloseTo(0, 9);
  expect(kept('axial', true, [0, 0, 1])![0]).toBeCloseTo(0, 9);
  expect(kept('coronal', false, [0, -1, 0])![1]).toBeCloseTo(0, 9);
  expect(kept('sagittal', false, [1, 0, 0])![1]).toBeCloseTo(0, 9);
});

test('the cropping box and the planes follow a levelling', () => {
  const axes = rotatedAbout(GRID_AXES, [0, 0, 1], 90);
  const crop = [
    [0.25, 1],
    [0, 1],
    [0, 1],
  ] as const;
  const [space, ...others] = halfSpacesOf(GRID, axes, [0, 0, 0], { clip: NO_CLIP, crop });
  expect(others).toEqual([]);
  // the shown left is the volume's back after a quarter turn; a quarter of 30 mm from the first voxel's edge
  expect(space!.normal[1]).toBeCloseTo(-1, 6);
  expect(space!.atMm).toBeCloseTo(-(0.25 * 30 - 0.25), 1);
});

const solid = (shape: Omit<SceneMesh, 'color'>): SceneMesh => ({ ...shape, color: [1, 1, 1, 1] });

test('an implant is met on its surface, unless it is clipped', () => {
  const implant = solid(rodMesh(implantRod([15, 15, 20], [15, 15, 10], 4)!, 128));
  expect(meshHit([implant], BACKWARDS, [])!.distanceMm - 20).toBeCloseTo(13, 2);
  const clip = { ...NO_CLIP, by: 'coronal' as const };
  const spaces = halfSpacesOf(GRID, GRID_AXES, [0, 14, 0], { clip, crop: NO_CROP });
  // opened, so that its back is visible
  expect(meshHit([implant], BACKWARDS, spaces)!.distanceMm - 20).toBeCloseTo(17, 2);
  expect(meshHit([implant], { ...BACKWARDS, at: [15, -20, 25] }, [])).toBeUndefined();
});

test('the mesh of a solid lies on it, and its normals point outwards', () => {
  const rod = implantRod([0, 0, 10], [0, 0, 0], 4)!;
  const { positions, normals, triangles } = rodMesh(rod);
  for (let at = 0; at < positions.length; at += 3) {
    const x = positions[at]!;
    const y = positions[at + 1]!;
    const z = positions[at + 2]!;
    const nx = normals[at]!;
    const ny = normals[at + 1]!;
    const nz = normals[at + 2]!;
    expect(Math.hypot(nx, ny, nz)).toBeCloseTo(1, 5);
    expect(z).toBeGreaterThan(-1e-5);
    // the flat head, the cylinder, or the rounded apex about 2 mm
    const away = z >= 2 ? Math.hypot(x, y) : Math.hypot(x, y, z - 2);
    if (z < 10) expect(away).toBeCloseTo(2, 4);
    expect(x * nx + y * ny + (z - 5) * nz).toBeGreaterThan(-1e-5);
  }
  expect(Math.max(...triangles)).toBe(positions.length / 3 - 1);
  // counterclockwise from outside, by which the shader knows what is seen from inside
  const corner = (at: number): Vec3 => [positions[at * 3]!, positions[at * 3 + 1]!, positions[at * 3 + 2]!];
  for (let at = 0; at < triangles.length; at += 3) {
    const a = corner(triangles[at]!);
    const b = corner(triangles[at + 1]!);
    const c = corner(triangles[at + 2]!);
    const [x, y, z] = cross(subtract(b, a), subtract(c, a));
    expect(x * a[0] + y * a[1] + z * (a[2] - 5)).toBeGreaterThan(-1e-4);
  }
  const tube = tubeMesh(
    [
      [0, 0, 0],
      [5, 0, 0],
      [5, 5, 0],
    ],
    1,
    8,
  );
  expect(Math.max(...tube.triangles)).toBe(tube.positions.length / 3 - 1);
});
