import type { Head } from '../headers/header-reader.ts';
import type { FoundFile } from './found-file.ts';
import { openRegular } from './paths.ts';

/** How much of a file is read first; this part nearly always contains the UIDs and the patient. */
export const FIRST_BYTES = 64 * 1024;
/** How much is read of a file whose first bytes do not contain them; the same as for uploads. */
export const LONGEST_HEAD = 64 * 1024 ** 2;

/** The beginning of a file; null if it cannot be read. */
export const readHead = async ({ location }: FoundFile, length: number): Promise<Head | null> => {
  try {
    const file = await openRegular(location);
    try {
      const { size } = await file.stat();
      const bytes = Buffer.alloc(Math.min(length, size));
      let filled = 0;
      while (filled < bytes.length) {
        const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return { bytes: bytes.subarray(0, filled), isCut: size > length };
    } finally {
      await file.close();
    }
  } catch {
    return null;
  }
};
