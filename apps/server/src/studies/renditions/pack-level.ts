import { open } from 'node:fs/promises';
import { meanPlane } from '@snimok/imaging/volume/downsample';
import { readExactly } from '../../platform/zip/zip-blocks.ts';
import { packSamples } from './pack-frame.ts';
import type { LevelRequest, Piece, PlaneGroup } from './tasks.ts';

/** The encoded slices of a coarser volume; each is the mean of one group of coarse planes. */
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

const readPlanes = async (group: PlaneGroup, sampleCount: number, blank: number): Promise<Uint16Array[]> => {
  // unreadable frames are left out of the mean, so that they do not darken the slice
  const readable = group.filter((piece) => piece !== null);
  if (readable.length === 0) return [new Uint16Array(sampleCount).fill(blank)];
  return Promise.all(readable.map(readPlane));
};

export const readPlane = async ({ file, offset, length }: Piece): Promise<Uint16Array> => {
  const handle = await open(file, 'r');
  try {
    const bytes = await readExactly(handle, offset, length);
    // copied, because a Uint16Array needs an even byte offset
    return new Uint16Array(new Uint8Array(bytes).buffer);
  } finally {
    await handle.close();
  }
};
