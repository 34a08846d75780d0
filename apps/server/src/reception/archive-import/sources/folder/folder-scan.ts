import { lstat, readdir, realpath } from 'node:fs/promises';
import { isSystemMetadata } from '../../../../platform/zip/zip-names.ts';
import type { Header } from '../headers/header-tasks.ts';
import type { HeaderReader } from '../headers/header-reader.ts';
import type { SourceProblem } from '../source.ts';
import { keyOf, type StudyIndex, studyOf } from '../study-index.ts';
import { type FoundFile, folderOf, nameOf } from './found-file.ts';
import { Medium, type NamedFile } from './medium.ts';
import { identifying, pathBelow, shown } from './paths.ts';
import { FIRST_BYTES, LONGEST_HEAD, readHead } from './read-head.ts';
import { UnreadableZip, type Zips } from './zips.ts';

/** The maximum depth of nested folders; a deeper one is a mistake, or a loop of mounted folders. */
const MAX_DEPTH = 64;
/** The number of heads that the parser process reads for one message. */
const BATCH = 32;

interface ScanParts {
  /** the real path of the folder */
  root: string;
  index: StudyIndex;
  reader: HeaderReader;
  zips: Zips;
  signal: AbortSignal;
}

type Problems = AsyncGenerator<SourceProblem, void>;

/** Reads the headers of all files of a folder into an index. Symbolic links are not followed. */
export class FolderScan {
  readonly #parts: ScanParts;
  #waiting: FoundFile[] = [];

  constructor(parts: ScanParts) {
    this.#parts = parts;
  }

  async *run(): Problems {
    yield* this.#scanFolder('', [], 0);
    yield* this.#readWaiting();
    for (const path of this.#parts.index.removeMixedImages()) yield problem(path, 'unsupported');
    this.#parts.index.finish();
  }

  async *#scanFolder(folder: string, media: readonly Medium[], depth: number): Problems {
    this.#parts.signal.throwIfAborted();
    const names = await this.#namesIn(folder);
    if (!names || depth > MAX_DEPTH) return yield problem(folder, names ? 'unsupported' : 'unreadable');
    const folders: string[] = [];
    const files: FoundFile[] = [];
    for (const name of names) {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (isSystemMetadata(name)) continue;
      const found = await lstat(pathBelow(this.#parts.root, path)).catch(() => null);
      if (!found) yield problem(path, 'unreadable');
      else if (found.isDirectory()) folders.push(path);
      else if (found.isFile()) files.push(this.#fileAt(path, found.size));
      else if (!(await this.#leadsInside(path))) yield problem(path, 'unsupported');
    }
    const medium = await this.#mediumOf(folder, files);
    const all = medium ? [...media, medium] : media;
    for (const file of files) yield* this.#add(file, all);
    for (const path of folders) yield* this.#scanFolder(path, all, depth + 1);
    if (medium) yield* this.#finishMedium(medium);
  }

  #fileAt(path: string, sizeBytes: number): FoundFile {
    const location = pathBelow(this.#parts.root, path);
    return { path, location, sizeBytes, indexed: { path, entry: null } };
  }

  async #namesIn(folder: string): Promise<string[] | null> {
    const path = folder === '' ? this.#parts.root : pathBelow(this.#parts.root, folder);
    const names = await readdir(path, { encoding: 'latin1' }).catch(() => null);
    return names?.toSorted() ?? null;
  }

  /** Whether the target of a symbolic link lies inside the scanned folder, and so is found by its own path. */
  async #leadsInside(path: string): Promise<boolean> {
    const target = await realpath(pathBelow(this.#parts.root, path)).catch(() => null);
    return target !== null && `${target}/`.startsWith(`${this.#parts.root}/`);
  }

  /** The disc whose DICOMDIR is among these files. */
  async #mediumOf(folder: string, files: readonly FoundFile[]): Promise<Medium | null> {
    const file = files.find(({ path }) => /^DICOMDIR[.;\d]*$/i.test(nameOf(path)));
    const head = file && (await readHead(file, LONGEST_HEAD));
    if (!head || head.isCut) return null;
    const named = await this.#parts.reader.readDirectory(head.bytes, this.#parts.signal);
    return named && new Medium(folder === '' ? '' : `${folder}/`, named);
  }

  async *#add(file: FoundFile, media: readonly Medium[]): Problems {
    if (file.indexed.entry === null && /\.zip$/i.test(file.path)) return yield* this.#unzip(file);
    // the first takes the file, the others only note that it is present
    if (media.filter((medium) => medium.take(file)).length > 0) return;
    this.#waiting.push(file);
    if (this.#waiting.length >= BATCH) yield* this.#readWaiting();
  }

  async *#unzip(zip: FoundFile): Problems {
    // files that wait to be read may be in the ZIP that is unpacked at present
    yield* this.#readWaiting();
    const { zips, signal } = this.#parts;
    try {
      const unpacked = await zips.open(zip.path, { path: zip.location, sizeBytes: zip.sizeBytes }, signal);
      const files = unpacked.map(({ name, path, sizeBytes }, entry): FoundFile => {
        const inside = Buffer.from(name).toString('latin1');
        const indexed = { path: zip.path, entry };
        return { path: `${zip.path}!/${inside}`, location: path, sizeBytes, indexed };
      });
      const directory = files.find(({ path }) => /^DICOMDIR[.;\d]*$/i.test(nameOf(path)));
      const medium = directory && (await this.#mediumOf(folderOf(directory.path), [directory]));
      for (const file of files) {
        if (/\.zip$/i.test(file.path)) yield problem(file.path, 'unsupported');
        else yield* this.#add(file, medium ? [medium] : []);
      }
      yield* this.#readWaiting();
      if (medium) yield* this.#finishMedium(medium);
    } catch (cause) {
      if (!(cause instanceof UnreadableZip)) throw cause;
      yield problem(zip.path, cause.reason);
    }
  }

  /**
   * A series of a DICOMDIR is trusted if the headers of its first and last file agree with it; otherwise the headers of all its
   * files are read.
   */
  async *#finishMedium(medium: Medium): Problems {
    for (const path of medium.absent)
      yield problem(`${medium.folder}DICOMDIR: ${Buffer.from(path).toString('latin1')}`, 'unreadable');
    for (const series of medium.series) {
      this.#parts.signal.throwIfAborted();
      const [first] = series;
      const last = series.at(-1);
      if (!first || !last) continue;
      const headers = await this.#headersOf([first.found, last.found]);
      const [header] = headers;
      const agree = [first, last].every((file, at) => isAsNamed(file, headers[at]));
      if (agree && header?.kind === 'dicom')
        for (const { found, named } of series)
          this.#index(found, {
            ...header,
            attributes: { ...header.attributes, sopInstanceUID: named.sopInstanceUID },
          });
      else for (const { found } of series) yield* this.#add(found, []);
    }
    yield* this.#readWaiting();
  }

  async *#readWaiting(): Problems {
    const files = this.#waiting;
    this.#waiting = [];
    const headers = await this.#headersOf(files);
    for (const [at, file] of files.entries()) {
      const header = headers[at];
      if (header?.kind === 'dicom') this.#index(file, header);
      else if (header?.kind === 'image') this.#indexImage(file);
      else if (header?.kind === 'other' || header?.kind === 'zip') yield problem(file.path, 'not-an-image');
      else if (header?.kind !== 'directory') yield problem(file.path, 'unreadable');
    }
  }

  /** Null for files that cannot be read. */
  async #headersOf(files: readonly FoundFile[]): Promise<(Header | null)[]> {
    const { reader, signal } = this.#parts;
    signal.throwIfAborted();
    const heads = await Promise.all(files.map((file) => readHead(file, FIRST_BYTES)));
    const readable = heads.filter((head) => head !== null);
    const found = readable.length > 0 ? await reader.read(readable, signal) : [];
    const headers: (Header | null)[] = [];
    for (const [at, head] of heads.entries()) {
      const header = head && (found.shift() ?? null);
      const longer = header?.kind === 'cut' && (await readHead(files[at]!, LONGEST_HEAD));
      headers.push(longer ? ((await reader.read([longer], signal))[0] ?? null) : header);
    }
    return headers;
  }

  #index(file: FoundFile, { attributes }: Extract<Header, { kind: 'dicom' }>): void {
    const { index } = this.#parts;
    const study = studyOf(keyOf(attributes), attributes);
    index.addStudy(study);
    const { sizeBytes, indexed } = file;
    index.addFile(study, { ...indexed, sizeBytes, sopInstanceUID: attributes.sopInstanceUID });
    index.markFolder(identifying(folderOf(file.path)));
  }

  #indexImage({ path, sizeBytes, indexed }: FoundFile): void {
    const folder = folderOf(path);
    const study = imageStudy(folder, nameOf(folder) || nameOf(this.#parts.root));
    this.#parts.index.addStudy(study);
    this.#parts.index.addFile(study, { ...indexed, sizeBytes, sopInstanceUID: null });
  }
}

const isAsNamed = ({ named }: NamedFile, header: Header | null | undefined): boolean =>
  header?.kind === 'dicom' &&
  header.attributes.sopInstanceUID === named.sopInstanceUID &&
  header.attributes.studyInstanceUID === named.studyInstanceUID;

const problem = (path: string, reason: SourceProblem['reason']): SourceProblem => ({
  where: shown(path) || '.',
  reason,
});

/** The plain images of one folder; its name is all that is known of them. */
const imageStudy = (folder: string, name: string) => ({
  key: `folder:${identifying(folder)}`,
  studyInstanceUID: null,
  patientName: null,
  patientID: null,
  birthDate: null,
  sex: null,
  studyDate: null,
  studyTime: null,
  accessionNumber: null,
  referringPhysician: null,
  description: shown(name),
  modalities: [],
  instanceCount: null,
  sizeBytes: null,
});
