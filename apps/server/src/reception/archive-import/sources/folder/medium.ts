import type { DirectoryFile } from '@snimok/imaging/dicom/directory-files';
import type { FoundFile } from './found-file.ts';

/** A file that a DICOMDIR names, with what the DICOMDIR states about it. */
export interface NamedFile {
  found: FoundFile;
  named: DirectoryFile;
}

/** The files of a disc by its DICOMDIR. */
export class Medium {
  /** the folder of the DICOMDIR, with `/` at its end unless it is empty */
  readonly folder: string;
  readonly #named: Map<string, DirectoryFile>;
  readonly files: NamedFile[] = [];

  constructor(folder: string, named: readonly DirectoryFile[]) {
    this.folder = folder;
    this.#named = new Map(named.map((file) => [comparable(file.fileID.join('/')), file]));
  }

  /** Whether the DICOMDIR names the file. */
  take(found: FoundFile): boolean {
    if (!found.path.startsWith(this.folder)) return false;
    const key = comparable(found.path.slice(this.folder.length));
    const named = this.#named.get(key);
    if (!named) return false;
    this.#named.delete(key);
    this.files.push({ found, named });
    return true;
  }

  /** The paths, below the folder of the DICOMDIR, at which no file was found. */
  get absent(): string[] {
    return [...this.#named.values()].map(({ fileID }) => fileID.join('/'));
  }

  /** The files of each series. */
  get series(): NamedFile[][] {
    return [...Map.groupBy(this.files, ({ named }) => named.seriesInstanceUID).values()];
  }
}

/** Copies of discs may have names in lower case, and with the version that ISO 9660 adds. */
const comparable = (path: string) => path.toUpperCase().replace(/\.?(;\d+)?$/, '');
