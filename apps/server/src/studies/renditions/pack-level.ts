import { open } from 'node:fs/promises';
import { meanPlane } from '@snimok/imaging/volume/coarser';
import { readExactly } from '../../platform/archive/zip-blocks.ts';
import { packSamples } from './pack-frame.ts';
import type { LevelRequest, Piece, PlaneGroup } from './tasks.ts';

/** Slices of a coarser volume: several coarse planes become one. */
export const packLevel = async ({
  groups,
  size,
  bits,
  blank,
  quantum,
}: LevelRequest): Promise<Uint8Array[]> => {
  const slices: Uint8Array[] = [];
  for (const group of groups) {
    const plane = meanPlane(await readPlanes(group, size.columns * size.rows, blank));
    slices.push(await packSamples(bits === 8 ? Uint8Array.from(plane) : plane, size, quantum));
  }
  return slices;
};

const readPlanes = async (group: PlaneGroup, samples: number, blank: number): Promise<Uint16Array[]> => {
  const read = group.filter((piece) => piece !== null);
  // a slice that could not be read leaves no shadow in its neighbours' mean
  return read.length === 0 ? [new Uint16Array(samples).fill(blank)] : Promise.all(read.map(readPlane));
};

const readPlane = async ({ file, at, length }: Piece): Promise<Uint16Array> => {
  const handle = await open(file, 'r');
  try {
    const bytes = await readExactly(handle, at, length);
    // copied: a view of two-byte words must begin at an even place
    return new Uint16Array(new Uint8Array(bytes).buffer);
  } finally {
    await handle.close();
  }
};
