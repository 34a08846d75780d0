import { open } from 'node:fs/promises';
import type { Piece } from './tasks.ts';

/** Appends each of `blocks` to a working file and returns their ranges. Only one process may write to a file. */
export const append = async (file: string, blocks: readonly Uint8Array[]): Promise<Piece[]> => {
  const handle = await open(file, 'a', 0o600);
  try {
    // the size of the file and not of its pieces, since a killed parser process may have left an incomplete piece
    let { size: offset } = await handle.stat();
    const pieces: Piece[] = [];
    for (const block of blocks) {
      await handle.appendFile(block);
      pieces.push({ file, offset, length: block.length });
      offset += block.length;
    }
    return pieces;
  } finally {
    await handle.close();
  }
};
