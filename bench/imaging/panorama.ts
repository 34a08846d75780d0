import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { distancesToArch } from '@snimok/phantom/accuracy/arch-distance';
import { findArch } from '@snimok/imaging/panorama/find-arch';
import { drawPatientScan, patientOf } from '@snimok/phantom/patients';
import { type Benchmark, median, percentile, shown } from '../measuring/figures.ts';
import type { CubeRequest, Measured } from './panorama-child.ts';
import { waitUntilQuiet } from '../measuring/quiet.ts';

const SIDES = [200, 300, 400, 500];
const ROUNDS = 3;
const PATIENTS = 64;
const VOXEL_MM = 0.6;

/** Time and memory by volume size, and the distance of the detected arches from the true ones. */
export const panorama: Benchmark = async () => [await byVolume(), byPatient()];

const byVolume = async () => {
  const rows: string[][] = [];
  for (const side of SIDES) {
    const rounds: Measured[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await waitUntilQuiet();
      rounds.push(await measure({ side }));
    }
    if (!rounds.every(({ found }) => found)) throw new Error(`no arch found in ${side}³ voxels`);
    const of = (value: (one: Measured) => number) => median(rounds.map(value));
    rows.push([
      `${side}³`,
      shown(of(({ findMs }) => findMs / 1000)),
      shown(of(({ cutMs }) => cutMs / 1000)),
      shown(of(({ findMs, cutMs }) => (findMs + cutMs) / 1000)),
      shown(of(({ volumeMB }) => volumeMB)),
      shown(of(({ peakMB, volumeMB }) => peakMB / volumeMB)),
    ]);
  }
  return {
    title: 'Panorama: arch detection, resampling and toning',
    head: ['voxels', 'arch s', 'cut s', 'total s', 'volume MB', 'peak to volume'],
    rows,
  };
};

const measure = async (request: CubeRequest): Promise<Measured> => {
  const child = fork(join(import.meta.dirname, 'panorama-child.ts'), [], {
    env: { PATH: process.env.PATH ?? '' },
  });
  child.send(request);
  const [measured] = (await once(child, 'message')) as [Measured];
  return measured;
};

const byPatient = () => {
  const kinds = new Map<string, { all: number[]; p95OfPatients: number[]; refused: number }>();
  for (let seed = 1; seed <= PATIENTS; seed++) {
    const patient = patientOf(seed, VOXEL_MM);
    const { volume, arch } = drawPatientScan(patient);
    const toothless = patient.missingTeeth.length === 32;
    const kind = toothless ? 'no teeth' : patient.jaws === 'both' ? 'both jaws' : 'one jaw';
    const figures = kinds.get(kind) ?? { all: [], p95OfPatients: [], refused: 0 };
    kinds.set(kind, figures);
    const found = findArch(volume);
    if (!('curve' in found)) {
      figures.refused += 1;
      continue;
    }
    const distances = distancesToArch(found, arch);
    figures.all.push(...distances);
    figures.p95OfPatients.push(percentile(distances, 0.95));
  }
  return {
    title: `Arch: distance in mm to the true curve, ${PATIENTS} patients`,
    head: ['', 'patients', 'refused', 'p50', 'p95', 'p95 of the worst patient'],
    rows: [...kinds].map(([kind, { all, p95OfPatients, refused }]) => [
      kind,
      String(p95OfPatients.length + refused),
      String(refused),
      shown(percentile(all, 0.5)),
      shown(percentile(all, 0.95)),
      shown(Math.max(...p95OfPatients)),
    ]),
  };
};
