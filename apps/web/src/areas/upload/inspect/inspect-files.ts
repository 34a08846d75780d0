import type { ChosenFile } from '../choose/chosen-files.ts';
import { isSystemFile } from '@snimok/api-client/filenames';
import { type DicomHeader, readDicomHeader } from './dicom-header.ts';
import { readEntryStart, readZipDirectory, type ZipEntry } from './zip-directory.ts';

interface PersonInFiles {
  name: string | null;
  /** YYYY-MM-DD */
  birthday: string | null;
}

/** A summary of the chosen files. */
export interface Findings {
  fileCount: number;
  sizeBytes: number;
  /** number of DICOM frames outside ZIPs */
  frameCount: number;
  seriesCount: number;
  /** files that are neither DICOM nor ZIP: a vendor's viewer, photographs, documents */
  otherCount: number;
  modalities: string[];
  /** the patients named in the files, each once */
  people: PersonInFiles[];
  zipCount: number;
  /** files listed in the ZIPs' directories */
  zippedFileCount: number;
  /** names of ZIPs that cannot be opened and that the server would refuse too */
  brokenZips: string[];
}

/**
 * Most headers fit into the first read; files of some devices, with large private elements, need the second.
 */
const FIRST_READ_BYTES = 16 * 1024;
const SECOND_READ_BYTES = 256 * 1024;
const CONCURRENCY = 12;
/**
 * This many entries of a ZIP are searched for a patient, because the first ones often belong to a vendor's
 * viewer.
 */
const MAX_TRIED_ENTRIES = 40;

/** One chosen file and what its beginning says. */
export interface InspectedFile {
  chosen: ChosenFile;
  kind: 'dicom' | 'zip' | 'other';
  /** of a ZIP: that of its first file with a patient, without frames and series */
  header: DicomHeader | null;
  zippedFileCount: number;
  isBroken: boolean;
}

/** Reads only the beginnings of the files, so that a slow disk or network folder is not read twice. */
export async function readFiles(
  files: ChosenFile[],
  signal: AbortSignal,
  onProgress: (inspectedCount: number) => void = () => {},
): Promise<InspectedFile[]> {
  const inspected: InspectedFile[] = [];
  let next = 0;
  let inspectedCount = 0;

  async function inspectQueue() {
    while (next < files.length) {
      const at = next++;
      signal.throwIfAborted();
      // sending an unreadable file reports the error
      inspected[at] = await readFile(files[at]!).catch(() => other(files[at]!));
      inspectedCount += 1;
      onProgress(inspectedCount);
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, inspectQueue));
  signal.throwIfAborted();
  return inspected;
}

const other = (chosen: ChosenFile): InspectedFile => ({
  chosen,
  kind: 'other',
  header: null,
  zippedFileCount: 0,
  isBroken: false,
});

async function readFile(chosen: ChosenFile): Promise<InspectedFile> {
  if (/\.zip$/i.test(chosen.filename)) return readZip(chosen);
  const header = await readHeader(chosen.file);
  return header ? { ...other(chosen), kind: 'dicom', header } : other(chosen);
}

async function readZip(chosen: ChosenFile): Promise<InspectedFile> {
  const zip = { ...other(chosen), kind: 'zip' as const };
  const entries = await readZipDirectory(chosen.file).catch(() => null);
  if (!entries) return { ...zip, isBroken: true };
  const packed = entries.filter(({ name }) => !name.endsWith('/') && !isSystemFile(name));
  const header = await firstHeader(chosen.file, packed).catch(() => null);
  return {
    ...zip,
    zippedFileCount: packed.length,
    header: header && { ...header, frameCount: 0, seriesUID: null },
  };
}

export const summarise = (inspected: InspectedFile[]): Findings => {
  const headers = inspected.flatMap(({ header }) => header ?? []);
  const zips = inspected.filter(({ kind }) => kind === 'zip');
  return {
    fileCount: inspected.length,
    sizeBytes: inspected.reduce((sum, { chosen }) => sum + chosen.file.size, 0),
    frameCount: headers.reduce((sum, { frameCount }) => sum + frameCount, 0),
    seriesCount: distinct(headers.map(({ seriesUID }) => seriesUID)).length,
    otherCount: inspected.filter(({ kind }) => kind === 'other').length,
    modalities: distinct(headers.map(({ modality }) => modality)),
    people: peopleIn(headers),
    zipCount: zips.length,
    zippedFileCount: zips.reduce((sum, { zippedFileCount }) => sum + zippedFileCount, 0),
    brokenZips: zips.filter(({ isBroken }) => isBroken).map(({ chosen }) => chosen.filename),
  };
};

const distinct = (values: (string | null)[]) => [...new Set(values.filter((value) => value !== null))];

async function readHeader(file: Blob): Promise<DicomHeader | null> {
  const header = readDicomHeader(await bytesOf(file, FIRST_READ_BYTES));
  const isEnough = !header || header.isComplete || file.size <= FIRST_READ_BYTES;
  return isEnough ? header : readDicomHeader(await bytesOf(file, SECOND_READ_BYTES));
}

const bytesOf = async (file: Blob, count: number) => new Uint8Array(await file.slice(0, count).arrayBuffer());

async function firstHeader(file: Blob, entries: ZipEntry[]): Promise<DicomHeader | null> {
  for (const entry of entries.slice(0, MAX_TRIED_ENTRIES)) {
    const start = await readEntryStart(file, entry, FIRST_READ_BYTES);
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
