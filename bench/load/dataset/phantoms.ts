import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cbctSeries, panoramicFile } from '@snimok/phantom/series';
import type { SliceFile } from '../../measuring/series.ts';
import { removeFolder } from './folder.ts';

export interface PhantomStudy {
  type: 'cbct' | 'rg';
  files: SliceFile[];
}

/** One study of each type per seed. */
const SEEDS = [1, 2, 3, 4];
/** 200 slices of 256 × 256: 26 MB, a small volume. */
const VOLUME: [number, number, number] = [256, 256, 200];

/**
 * Studies of synthetic patients. The first call draws them, which takes half a minute, and keeps them for later runs.
 */
export const phantoms = async (folder: string): Promise<PhantomStudy[]> => {
  const target = join(folder, `snimok-load-phantoms`);
  if ((await readdir(target).catch(() => [])).length === 0) await draw(target);
  return Promise.all(
    (await readdir(target)).toSorted().map(async (name) => ({
      type: name.startsWith('cbct') ? ('cbct' as const) : ('rg' as const),
      files: await filesIn(join(target, name)),
    })),
  );
};

const filesIn = async (folder: string): Promise<SliceFile[]> => {
  const names = (await readdir(folder)).toSorted();
  return Promise.all(names.map(async (name) => ({ name, bytes: await readFile(join(folder, name)) })));
};

const draw = async (target: string): Promise<void> => {
  const unfinished = `${target}.unfinished`;
  await removeFolder(unfinished);
  const save = async (name: string, files: Iterable<{ filename: string; bytes: Uint8Array }>) => {
    await mkdir(join(unfinished, name), { recursive: true });
    for (const { filename, bytes } of files) await writeFile(join(unfinished, name, filename), bytes);
  };
  for (const seed of SEEDS) {
    await save(`cbct-${seed}`, cbctSeries({ size: VOLUME, spacingMm: 0.4, seed }, tagsOf(seed, 1)));
    await save(`rg-${seed}`, [panoramicFile({ width: 2400, height: 1250, seed }, tagsOf(seed, 2))]);
  }
  await rename(unfinished, target);
};

const tagsOf = (seed: number, kind: number) => {
  const uid = `2.25.${BigInt(seed) * 1_000_003n + BigInt(kind) * 314_159_265_358_979n}`;
  return {
    patient: { name: 'Иванов^Иван', id: `LOAD-${seed}`, birthDate: '1980-01-02', sex: 'M' as const },
    takenOn: '2026-11-20',
    studyInstanceUID: uid,
    seriesInstanceUID: `${uid}.1`,
    seriesNumber: 1,
    seriesDescription: 'Load',
    manufacturer: 'Snimok',
    model: 'Phantom',
  };
};
