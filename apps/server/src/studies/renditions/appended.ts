import { open } from 'node:fs/promises';
import type { Piece } from './tasks.ts';

/** Puts bytes behind what a working file holds, and tells where they lie. One writer a file. */
export const append = async (file: string, parts: readonly Uint8Array[]): Promise<Piece[]> => {
  const handle = await open(file, 'a', 0o600);
  try {
    // what a child that died has left half written lies between the pieces, unread
    let { size: at } = await handle.stat();
    const pieces: Piece[] = [];
    for (const part of parts) {
      await handle.appendFile(part);
      pieces.push({ file, at, length: part.length });
      at += part.length;
    }
    return pieces;
  } finally {
    await handle.close();
  }
};
