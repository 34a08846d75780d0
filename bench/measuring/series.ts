import { mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TAG } from '@snimok/imaging/dicom/elements/tags';
import { type ElementToWrite, writeDicom } from '@snimok/imaging/dicom/elements/write';

export interface SliceFile {
  name: string;
  bytes: Buffer;
}

const SLICES = 400;
/** 403 × 403 × 2 bytes × 400 slices are 130 MB. */
const SIDE = 403;
const VOXEL_MM = 0.2;
const FOLDER = join(tmpdir(), 'snimok-bench-series-1');
/**
 * Slices without positions form no volume. Real series deflate to 0.40 – 0.59 of their size: «volume» deflates to 0.61,
 * the smoother one to about the middle of that range.
 */
type Kind = 'volume' | 'without positions' | 'smoother';
const SUFFIXES: Record<Kind, string> = {
  volume: '',
  'without positions': '-unplaced',
  smoother: '-smoother',
};
const UID = '2.25.329800735698586629295641978511506172918';

/** The folder of a synthetic CBCT series of 400 files, 130 MB, one per slice; written once and reused by later runs. */
export const seriesFolder = async (kind: Kind = 'volume'): Promise<string> => {
  const folder = FOLDER + SUFFIXES[kind];
  if ((await readdir(folder).catch(() => [])).length === SLICES) return folder;
  const unfinished = await mkdtemp(`${folder}-`);
  const ct = join(unfinished, 'CT');
  await mkdir(ct);
  const noise = gaussianNoise(20_261_121, kind === 'smoother' ? 8 : 40);
  for (let z = 0; z < SLICES; z++) {
    await writeFile(join(ct, `IM${String(z).padStart(4, '0')}.dcm`), slice(z, noise, kind));
  }
  await rm(folder, { recursive: true, force: true });
  await rename(ct, folder);
  await rm(unfinished, { recursive: true });
  return folder;
};

/** Reads the whole series into memory, so that no file is read while it is sent. */
export const readSeries = async (kind: Kind = 'volume'): Promise<SliceFile[]> => {
  const folder = await seriesFolder(kind);
  const names = (await readdir(folder)).toSorted();
  return Promise.all(
    names.map(async (name) => ({ name: `CT/${name}`, bytes: await readFile(join(folder, name)) })),
  );
};

export const totalBytes = (files: SliceFile[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes.length, 0);

/**
 * One slice of a head in air: skull, soft tissue and teeth along an arch; 12 bits stored in 16, with low-dose noise.
 */
const slice = (z: number, noise: () => number, kind: Kind): Uint8Array => {
  const pixels = new Uint16Array(SIDE * SIDE);
  for (let y = 0, at = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++, at++) {
      const value = density((2 * x) / SIDE - 1, (2 * y) / SIDE - 1, z / SLICES) + noise();
      pixels[at] = Math.min(4095, Math.max(0, value));
    }
  }
  const placed = elements(z, pixels);
  const isPlaced = kind !== 'without positions';
  return writeDicom(isPlaced ? placed : placed.filter(([tag]) => tag !== TAG.imagePosition));
};

/** Stored value at x, y in −1…1 and z in 0…1: air 24, soft tissue 1064, bone 2000, teeth 3000. */
const density = (x: number, y: number, z: number): number => {
  const radius = Math.hypot(x, y * 1.2);
  if (radius > 0.92) return 24;
  const arch = Math.abs(y - (1.4 * x * x - 0.45));
  if (z > 0.3 && z < 0.7 && arch < 0.08 && Math.sin(x * 40) > -0.4) return 3000;
  if (radius > 0.82 && radius < 0.86) return 2000;
  return 1064 + 60 * Math.sin(9 * x) * Math.cos(7 * y + 5 * z);
};

/** Approximates a normal distribution by the sum of three uniform numbers; σ = 40 was measured in CBCT of the jaws. */
const gaussianNoise = (seed: number, sigma: number) => {
  let state = seed >>> 0;
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return () => (uniform() + uniform() + uniform() - 1.5) * 2 * sigma;
};

const elements = (z: number, pixels: Uint16Array): ElementToWrite[] => [
  [TAG.sopClassUID, 'UI', '1.2.840.10008.5.1.4.1.1.2'],
  [TAG.sopInstanceUID, 'UI', `${UID}.1.${z + 1}`],
  [TAG.studyInstanceUID, 'UI', UID],
  [TAG.seriesInstanceUID, 'UI', `${UID}.1`],
  [TAG.modality, 'CS', 'CT'],
  [TAG.studyDate, 'DA', '20261121'],
  [TAG.patientName, 'PN', 'Иванов^Иван^Иванович'],
  [TAG.patientID, 'LO', 'B-1'],
  [TAG.patientBirthDate, 'DA', '19800102'],
  [TAG.patientSex, 'CS', 'M'],
  [TAG.instanceNumber, 'IS', z + 1],
  [TAG.imagePosition, 'DS', [0, 0, z * VOXEL_MM]],
  [TAG.imageOrientation, 'DS', [1, 0, 0, 0, 1, 0]],
  [TAG.pixelSpacing, 'DS', [VOXEL_MM, VOXEL_MM]],
  [TAG.sliceThickness, 'DS', VOXEL_MM],
  [TAG.samplesPerPixel, 'US', 1],
  [TAG.photometricInterpretation, 'CS', 'MONOCHROME2'],
  [TAG.rows, 'US', SIDE],
  [TAG.columns, 'US', SIDE],
  [TAG.bitsAllocated, 'US', 16],
  [TAG.bitsStored, 'US', 12],
  [TAG.highBit, 'US', 11],
  [TAG.pixelRepresentation, 'US', 0],
  [TAG.rescaleIntercept, 'DS', -1024],
  [TAG.rescaleSlope, 'DS', 1],
  [TAG.pixelData, 'OW', new Uint8Array(pixels.buffer)],
];
