import type { IndexedFile } from '../study-index.ts';

/** A file of the archive: in a folder or unpacked from a ZIP. */
export interface FoundFile {
  /** the path below the folder of the source; for a file in a ZIP: the path of the ZIP, `!` and the name in the ZIP */
  path: string;
  /** where its bytes are */
  location: string | Buffer;
  sizeBytes: number;
  /** how the index names it */
  indexed: Pick<IndexedFile, 'path' | 'entry'>;
}

/** The folder of a path, or an empty text. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
