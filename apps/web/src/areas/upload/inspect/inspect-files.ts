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

/** Reads only the beginnings of the files, so that a slow disk or network folder is not read twice. */
export async function inspectFiles(
  files: ChosenFile[],
  signal: AbortSignal,
  onProgress: (inspectedCount: number) => void = () => {},
): Promise<Findings> {
  const headers: DicomHeader[] = [];
  const findings = { zipCount: 0, zippedFileCount: 0, otherCount: 0, brokenZips: [] as string[] };
  const queue = [...files];
  let inspectedCount = 0;

  async function inspect({ filename, file }: ChosenFile) {
    if (/\.zip$/i.test(filename)) return inspectZip(filename, file);
    const header = await readHeader(file);
    if (header) headers.push(header);
    else findings.otherCount += 1;
  }

  async function inspectZip(filename: string, file: File) {
    findings.zipCount += 1;
    const entries = await readZipDirectory(file);
    if (!entries) return void findings.brokenZips.push(filename);
    const packed = entries.filter(({ name }) => !name.endsWith('/') && !isSystemFile(name));
    findings.zippedFileCount += packed.length;
    const header = await firstHeader(file, packed);
    if (header) headers.push({ ...header, frameCount: 0, seriesUID: null });
  }

  async function inspectQueue() {
    for (let next = queue.shift(); next; next = queue.shift()) {
      signal.throwIfAborted();
      await inspect(next).catch(() => {}); // sending an unreadable file reports the error
      inspectedCount += 1;
      onProgress(inspectedCount);
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, inspectQueue));
  signal.throwIfAborted();

  return {
    ...findings,
    fileCount: files.length,
    sizeBytes: files.reduce((sum, { file }) => sum + file.size, 0),
    frameCount: headers.reduce((sum, { frameCount }) => sum + frameCount, 0),
    seriesCount: distinct(headers.map(({ seriesUID }) => seriesUID)).length,
    modalities: distinct(headers.map(({ modality }) => modality)),
    people: peopleIn(headers),
  };
}

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
