import { ctImage } from '@snimok/imaging/dicom/images';
import { describe, expect, test } from 'vitest';
import { modalityValues } from '@snimok/imaging/dicom/pixels/modality-values';
import { decodeFrame } from '@snimok/imaging/dicom/pixels/pixels';
import { readDicom } from '@snimok/imaging/dicom/read';
import { drawPatientScan, patientOf } from '../patients.ts';
import { drawSkullVault } from '../anatomy/skull-vault.ts';
import { haveSharedFiles, sharedFile, sharedFilesIn } from '@snimok/imaging/testing/shared-files';
import { emptyVolume, addSlice } from '@snimok/imaging/volume/fill';
import { planLargestVolume } from '@snimok/imaging/volume/plan';
import type { Size3, Volume } from '@snimok/imaging/volume/volume';
import { distancesToArch } from './arch-distance.ts';
import type { Vector3 } from '@snimok/imaging/dicom/elements/file';
import { planeToSpace } from '@snimok/imaging/panorama/plane';
import { drawHead, type Field, type Mouth, scanBox, scanField } from '../fields.ts';
import { volumesWithoutJaws } from '../no-jaws.ts';
import { findArch, type FoundArch } from '@snimok/imaging/panorama/find-arch';

const isFound = (arch: ReturnType<typeof findArch>): arch is FoundArch => 'curve' in arch;

/** One patient of each kind; bench/imaging/panorama.ts tests many more. */
const PATIENTS = [
  [2, 'metal crowns all over'],
  [5, 'only the upper jaw, teeth missing'],
  [6, 'only the lower jaw, leaning by sixteen degrees'],
  [9, 'half of the teeth missing, a small field'],
  [12, 'turned and leaning by twenty degrees'],
  [31, 'no teeth at all'],
] as const;

describe('the dental arch is found within 1.5 mm', () => {
  test.each(PATIENTS)('patient %i: %s', (seed) => {
    const { volume, arch } = drawPatientScan(patientOf(seed, 0.9));
    const found = findArch(volume);
    if (!isFound(found)) throw new Error(`no arch: ${found.refused}, ${found.confidence}`);
    const distances = distancesToArch(found, arch);
    expect(distances[Math.floor(distances.length * 0.95)]).toBeLessThan(1.5);
    expect(found.confidence).toBeGreaterThan(0.5);
  });
});

test('scaled and shifted grey values, as in cone-beam scans, do not change the result', () => {
  const { volume } = drawPatientScan(patientOf(2, 0.8));
  const moved = { ...volume, values: volume.values.map((value) => value * 0.5 + 400) as Int16Array };
  const one = findArch(volume);
  const other = findArch(moved);
  if (!isFound(one) || !isFound(other)) throw new Error('no arch');
  const a = one.plane.originMm;
  const b = other.plane.originMm;
  expect(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])).toBeLessThan(1);
});

test('an arch is found in values above 32,767, as devices without a rescale write them', async () => {
  const { volume, arch } = drawPatientScan(patientOf(2, 0.8));
  const [columns, rows, count] = volume.size;
  const study = {
    patient: { name: 'Иванов Иван', id: '1', birthDate: '1980-01-02', sex: 'M' as const },
    takenOn: '2026-11-21',
    studyInstanceUID: '2.25.1',
    seriesInstanceUID: '2.25.2',
    seriesNumber: 1,
    seriesDescription: 'КЛКТ',
    manufacturer: 'Снимок',
    model: 'Фантом',
  };
  const slices = Array.from({ length: count }, (_, at) =>
    ctImage(study, {
      sopInstanceUID: `2.25.3.${at}`,
      frameOfReferenceUID: '2.25.4',
      instanceNumber: at + 1,
      rows,
      columns,
      rescale: [1, 0],
      sliceThicknessMm: volume.spacingMm[2],
      values: Uint16Array.from(
        volume.values.subarray(at * rows * columns, (at + 1) * rows * columns),
        (value) => (value + 1024) * 12 + 16_000,
      ),
      pixelSpacingMm: [volume.spacingMm[1], volume.spacingMm[0]],
      imagePositionMm: [0, 0, at * volume.spacingMm[2]],
    }),
  );
  const found = findArch(await volumeOfFiles(slices));
  if (!isFound(found)) throw new Error(`no arch: ${found.refused}`);
  const distances = distancesToArch(found, arch);
  expect(distances[Math.floor(distances.length * 0.95)]).toBeLessThan(1.5);
});

const p95 = (found: FoundArch, drawn: readonly Vector3[]): number => {
  const distances = distancesToArch(found, drawn);
  return distances[Math.floor(distances.length * 0.95)]!;
};

describe('a part of an arch is found in a small field, within 2 mm', () => {
  test.each<[string, number, Mouth, Field]>([
    ['the left teeth of an adult', 1, 'teeth', 'left quadrant'],
    ['the right teeth with metal crowns', 3, 'metal', 'right quadrant'],
    ['the front teeth', 4, 'teeth', 'front quadrant'],
    ['the front of a lower jaw without teeth', 6, 'none', '60 × 60'],
    ['the left teeth of a child', 3, 'child', 'left quadrant'],
    ['the whole row of a child', 4, 'child', '60 × 60'],
  ])('%s', (_name, seed, mouth, field) => {
    const { volume, row } = scanField(drawHead(seed, mouth, 0.9), field);
    const found = findArch(volume);
    if (!isFound(found)) throw new Error(`no arch: ${found.refused}, ${found.confidence}`);
    expect(p95(found, row)).toBeLessThan(2);
    expect(found.isPart).toBe(true);
    const [nx, ny, nz] = volume.size;
    for (const point of found.curve.points) {
      const [x, y, z] = planeToSpace(found.plane, point).map((mm, axis) => mm / volume.spacingMm[axis]!);
      expect(Math.min(x!, y!, z!, nx - x!, ny - y!, nz - z!)).toBeGreaterThan(0);
    }
  });

  test('the end of an arch that the field cuts off has a low confidence, and the other end a high one', () => {
    const head = drawHead(1, 'teeth', 0.9);
    const [x, y, z] = head.arch[head.arch.length >> 1]!;
    const found = findArch(scanBox(head, [84, 84, 60], [x - 18, y + 24, z]).volume);
    if (!isFound(found)) throw new Error(`no arch: ${found.refused}`);
    expect(found.ends.right).toBeGreaterThan(0.9);
    expect(found.isPart ? 0 : found.ends.left).toBeLessThan(0.6);
  });
});

test('bones and objects that resemble a part of a row are rejected', () => {
  const volumes = volumesWithoutJaws(1.2).filter(({ name }) => SIMILAR.includes(name));
  expect(volumes).toHaveLength(SIMILAR.length);
  for (const { name, draw } of volumes) expect.soft(findArch(draw()), name).toHaveProperty('refused');
});

/** Of the 40 volumes without jaws, those that are most like a jaw without teeth. */
const SIMILAR = [
  'vault 4',
  'part of a vault 15',
  'part of a vault 16',
  'the spine 2',
  'the neck 5',
  'the neck 8',
  'a shell of bone',
  'a beam across',
];

describe('no arch is found where there is none', () => {
  const block = (densityAt: (x: number, y: number, z: number) => number): Volume => {
    const size: Size3 = [110, 110, 80];
    const values = new Int16Array(size[0] * size[1] * size[2]);
    for (let at = 0; at < values.length; at += 1) {
      values[at] = densityAt(at % 110, Math.floor(at / 110) % 110, Math.floor(at / 12_100));
    }
    return { size, spacingMm: [1, 1, 1], values };
  };
  const inSoftTissue = (x: number, y: number, z: number) => Math.min(x, y, z, 109 - x, 109 - y, 79 - z) > 5;

  test('in noise', () => {
    let state = 1;
    const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
    expect(findArch(block(() => random() * 3000 - 1000))).toMatchObject({ refused: expect.any(String) });
  });

  test('in a cube of metal, bare or in soft tissue', () => {
    const isCube = (x: number, y: number, z: number) =>
      Math.max(Math.abs(x - 55), Math.abs(y - 55), Math.abs(z - 40)) < 20;
    expect(findArch(block((...at) => (isCube(...at) ? 2500 : -1000)))).toMatchObject({
      refused: expect.any(String),
    });
    expect(
      findArch(block((...at) => (isCube(...at) ? 2500 : inSoftTissue(...at) ? 50 : -1000))),
    ).toMatchObject({
      refused: expect.any(String),
    });
  });

  test('in a hollow ball of bone, which is closed behind', () => {
    const isShell = (x: number, y: number, z: number) =>
      Math.abs(Math.hypot(x - 55, y - 55, z - 40) - 28) < 3.5;
    expect(
      findArch(block((...at) => (isShell(...at) ? 1500 : inSoftTissue(...at) ? 50 : -1000))),
    ).toMatchObject({
      refused: 'not-sure',
    });
  });

  test('in half of a head, and behind the jaws', () => {
    const { volume, arch } = drawPatientScan({ ...patientOf(8, 0.8), pose: { ...STRAIGHT } });
    const [nx, ny, nz] = volume.size;
    const half = findArch(cropped(volume, [0, 0, 0], [nx >> 1, ny, nz]));
    if (!isFound(half)) throw new Error(`no part of an arch: ${half.refused}`);
    // no point is found beyond the half of the head; this half has its part of the row
    const middleMm = (nx >> 1) * volume.spacingMm[0];
    const farthest = Math.max(...half.curve.points.map((point) => planeToSpace(half.plane, point)[0]));
    expect(farthest).toBeLessThan(middleMm);
    expect(
      p95(
        half,
        arch.filter(([x]) => x < middleMm - 2),
      ),
    ).toBeLessThan(1.5);
    expect(findArch(cropped(volume, [0, ny * 0.55, 0], [nx, ny, nz]))).toMatchObject({ refused: 'not-sure' });
  });

  test('in the vault and the base of a skull without jaws', () => {
    const head = { size: [150, 180, 60] as const, spacingMm: 1, noise: 40, seed: 1 };
    for (const raisedMm of [-20, 20])
      expect(findArch(drawSkullVault({ ...head, raisedMm }))).toMatchObject({ refused: 'not-sure' });
  });

  test('in air', () => {
    expect(findArch(block(() => -1000))).toMatchObject({ refused: 'no-bone' });
  });
});

const STRAIGHT = { yaw: 0, pitch: 0, roll: 0, scale: [1, 1, 1], shiftMm: [0, 0, 0] } as const;

function cropped(volume: Volume, from: Size3, to: Size3): Volume {
  const [x0, y0, z0] = from.map(Math.floor) as [number, number, number];
  const size = [to[0] - x0, to[1] - y0, to[2] - z0].map(Math.floor) as unknown as Size3;
  const values = new Int16Array(size[0] * size[1] * size[2]);
  let at = 0;
  for (let z = z0; z < z0 + size[2]; z += 1) {
    for (let y = y0; y < y0 + size[1]; y += 1) {
      const row = (z * volume.size[1] + y) * volume.size[0] + x0;
      values.set(volume.values.subarray(row, row + size[0]), at);
      at += size[0];
    }
  }
  return { ...volume, size, values };
}

async function volumeOfFiles(bytes: Uint8Array[]): Promise<Volume> {
  const files = bytes.map((one) => readDicom(one));
  const plan = planLargestVolume(files);
  if (typeof plan === 'string') throw new Error(plan);
  const volume = emptyVolume(plan);
  for (const slice of plan.slices) {
    const content = bytes[slice.file]!;
    const file = files[slice.file]!;
    const frame = await decodeFrame(content, file, slice.frame);
    addSlice(volume, plan, slice, frame, modalityValues(content, file, frame));
  }
  return volume;
}

describe.runIf(haveSharedFiles)('on scans of real heads', () => {
  const volumeIn = (folder: string): Promise<Volume> =>
    volumeOfFiles(sharedFilesIn(folder).map((path) => sharedFile(path)));

  test('upper teeth alone are found, and the skull vault of the same head is rejected', async () => {
    const volume = await volumeIn('vol-cranium-upper-teeth/series');
    const found = findArch(volume);
    if (!isFound(found)) throw new Error(found.refused);
    // Determined by eye: crowns end 3 to 13 mm above the lowest slice, front teeth lie 85 mm behind the first
    // row.
    expect(found.plane.originMm[2]).toBeGreaterThan(0);
    expect(found.plane.originMm[2]).toBeLessThan(20);
    const [nx, ny, nz] = volume.size;
    expect(findArch(cropped(volume, [0, 0, 25], [nx, ny, nz]))).toMatchObject({ refused: 'not-sure' });
    // a field of 50 mm above the teeth: the bones of the skull's base resemble an arch that is turned by 30°
    expect(findArch(cropped(volume, [0, 0, 13], [nx, ny, 47]))).toMatchObject({ refused: 'not-sure' });
  });

  test('both jaws are found in voxels of 3 mm', async () => {
    expect(findArch(await volumeIn('vol-headsq-both-jaws-lowres/series'))).toMatchObject({
      confidence: expect.closeTo(1, 0),
    });
  });
});
