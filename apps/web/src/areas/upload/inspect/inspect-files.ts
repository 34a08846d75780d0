import type { ChosenFile } from '../choose/chosen-files.ts';
import { isSystemFile } from '@snimok/api-client/filenames';
import { type DicomHeader, readDicomHeader } from './dicom-header.ts';
import { readEntryStart, readZipDirectory, type ZipEntry } from './zip-directory.ts';

export interface PersonInFiles {
  name: string | null;
  /** YYYY-MM-DD */
  birthday: string | null;
}

/** What the chosen files turned out to be. */
export interface Findings {
  fileCount: number;
  sizeBytes: number;
  /** DICOM pictures, every frame counted */
  pictureCount: number;
  seriesCount: number;
  /** neither DICOM nor ZIP: a vendor's viewer, photographs, letters */
  otherCount: number;
  modalities: string[];
  /** everybody named in the files, each once */
  people: PersonInFiles[];
  zipCount: number;
  /** files listed in the ZIPs' directories */
  zippedFileCount: number;
  /** ZIPs that cannot be opened, by name: the server would refuse them too */
  brokenZips: string[];
}

/** A header is mostly shorter than the first; private blocks of some devices need the second. */
const FIRST_LOOK_BYTES = 16 * 1024;
const SECOND_LOOK_BYTES = 256 * 1024;
const AT_ONCE = 12;
/** Entries of a ZIP tried before its patient is given up: a vendor's viewer often comes first. */
const TRIED_ENTRIES = 40;

/** Reads only the beginnings of the files, so that a disk or a network folder is not read twice. */
export async function inspectFiles(
  files: ChosenFile[],
  signal: AbortSignal,
  onLooked: (count: number) => void = () => {},
): Promise<Findings> {
  const headers: DicomHeader[] = [];
  const findings = { zipCount: 0, zippedFileCount: 0, otherCount: 0, brokenZips: [] as string[] };
  const left = [...files];
  let looked = 0;

  async function look({ filename, file }: ChosenFile) {
    if (/\.zip$/i.test(filename)) return lookIntoZip(filename, file);
    const header = await readHeader(file);
    if (header) headers.push(header);
    else findings.otherCount += 1;
  }

  async function lookIntoZip(filename: string, file: File) {
    findings.zipCount += 1;
    const entries = await readZipDirectory(file);
    if (!entries) return void findings.brokenZips.push(filename);
    const packed = entries.filter(({ name }) => !name.endsWith('/') && !isSystemFile(name));
    findings.zippedFileCount += packed.length;
    const header = await firstHeader(file, packed);
    if (header) headers.push({ ...header, pictures: 0, seriesUID: null });
  }

  async function lookOn() {
    for (let next = left.shift(); next; next = left.shift()) {
      signal.throwIfAborted();
      await look(next).catch(() => {}); // An unreadable file is told when it is sent.
      looked += 1;
      onLooked(looked);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lookOn));
  signal.throwIfAborted();

  return {
    ...findings,
    fileCount: files.length,
    sizeBytes: files.reduce((sum, { file }) => sum + file.size, 0),
    pictureCount: headers.reduce((sum, { pictures }) => sum + pictures, 0),
    seriesCount: distinct(headers.map(({ seriesUID }) => seriesUID)).length,
    modalities: distinct(headers.map(({ modality }) => modality)),
    people: peopleIn(headers),
  };
}

const distinct = (values: (string | null)[]) => [...new Set(values.filter((value) => value !== null))];

async function readHeader(file: Blob): Promise<DicomHeader | null> {
  const header = readDicomHeader(await bytesOf(file, FIRST_LOOK_BYTES));
  const enough = !header || header.whole || file.size <= FIRST_LOOK_BYTES;
  return enough ? header : readDicomHeader(await bytesOf(file, SECOND_LOOK_BYTES));
}

const bytesOf = async (file: Blob, count: number) => new Uint8Array(await file.slice(0, count).arrayBuffer());

async function firstHeader(file: Blob, entries: ZipEntry[]): Promise<DicomHeader | null> {
  for (const entry of entries.slice(0, TRIED_ENTRIES)) {
    const start = await readEntryStart(file, entry, FIRST_LOOK_BYTES);
    const header = start && readDicomHeader(start);
    if (header?.patientName) return header;
  }
  return null;
}

function peopleIn(headers: DicomHeader[]): PersonInFiles[] {
  const people = new Map<string, PersonInFiles>();
  for (const { patientName: name, birthday } of headers) {
    if (name || birthday) people.set(`${name}|${birthday}`, { name, birthday });
  }
  return [...people.values()];
}
