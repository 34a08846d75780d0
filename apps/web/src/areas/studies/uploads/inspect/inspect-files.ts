import type { ChosenFile } from '../choose/chosen-file.ts';
import { newUUID } from '../../../../shared/calls/uuid.ts';
import { isSystemFile } from '@snimok/api-client/filenames';
import { isImage } from '@snimok/imaging/pictures/signature';
import { isVolumeName, type VendorFile, vendorOf } from '@snimok/imaging/vendors/vendor-folders';
import { type DicomHeader, type DicomInstance, readDicomHeader } from './dicom-header.ts';
import { readEntryStart, readZipDirectory, type ZipEntry } from './zip-directory.ts';

export interface PersonInFiles {
  name: string | null;
  /** YYYY-MM-DD */
  birthday: string | null;
  sex: 'male' | 'female' | null;
}

/** An image among the chosen files. */
export interface Sample {
  file: File;
  isDicom: boolean;
  /** counted from 0 */
  frame: number;
}

/** A summary of the chosen files. */
export interface Findings {
  /** the id of this inspection */
  id: string;
  fileCount: number;
  sizeBytes: number;
  /** number of DICOM frames outside ZIPs */
  frameCount: number;
  seriesCount: number;
  /** JPEG, PNG and TIFF outside ZIPs */
  pictures: ChosenFile[];
  /** files that are neither DICOM nor ZIP nor pictures: a vendor's viewer, documents */
  otherCount: number;
  /** every kind of content that occurs */
  contents: Content[];
  /** the DICOM images; of a large ZIP, a sample */
  instances: DicomInstance[];
  modalities: string[];
  /** the middle image of the largest series, else the first picture; null if there is none outside ZIPs */
  sample: Sample | null;
  /** the patients named in the files, each once */
  people: PersonInFiles[];
  zipCount: number;
  /** files listed in the ZIPs' directories */
  zippedFileCount: number;
  /** names of ZIPs that cannot be opened and that the server would refuse too */
  brokenZips: string[];
  /** files of another vendor's program, each kind once; absent in findings that an earlier version kept */
  vendorFiles?: VendorFile[];
}

/**
 * Most headers fit into the first read; files of some devices, with large private elements, need the second.
 */
const FIRST_READ_BYTES = 16 * 1024;
const SECOND_READ_BYTES = 256 * 1024;
const CONCURRENCY = 12;
/** In a ZIP with more entries than this, only a sample is read to find the patients. */
const MAX_TRIED_ENTRIES = 120;

/**
 * The images that a file contains: DICOM, or only pictures (JPEG, PNG, TIFF), which the portal takes for X-rays. `unknown`: only the
 * server can find it out.
 */
export type Content = 'dicom' | 'picture' | 'none' | 'unknown';

/** One chosen file and what its beginning says. */
export interface InspectedFile {
  chosen: ChosenFile;
  kind: 'dicom' | 'zip' | 'picture' | 'other';
  content: Content;
  /** for a ZIP: the header of its first file that names a patient, without frames and series */
  header: DicomHeader | null;
  /** the patients that it names */
  people: PersonInFiles[];
  instances: DicomInstance[];
  zippedFileCount: number;
  isBroken: boolean;
  /** files of another vendor's program; for a ZIP, the files in it */
  vendorFiles: VendorFile[];
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
      inspected[at] = await readFile(files[at]!).catch(() => ({ ...other(files[at]!), content: 'unknown' }));
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
  content: 'none',
  header: null,
  people: [],
  instances: [],
  zippedFileCount: 0,
  isBroken: false,
  vendorFiles: [],
});

async function readFile(chosen: ChosenFile): Promise<InspectedFile> {
  if (/\.zip$/i.test(chosen.filename)) return readZip(chosen);
  const start = await bytesOf(chosen.file, FIRST_READ_BYTES);
  if (isImage(start)) return { ...other(chosen), kind: 'picture', content: 'picture' };
  const header = await readHeader(chosen.file, start);
  if (!header) return { ...other(chosen), vendorFiles: distinctVendors([vendorOf(chosen.filename, start)]) };
  return { ...other(chosen), kind: 'dicom', header, content: contentOf(header), ...factsOf([header]) };
}

/** The image may begin after the bytes that were read. */
const contentOf = ({ frameCount, isComplete }: DicomHeader): Content => {
  if (frameCount > 0) return 'dicom';
  return isComplete ? 'none' : 'unknown';
};

const factsOf = (headers: DicomHeader[]): Pick<InspectedFile, 'people' | 'instances'> => ({
  people: peopleIn(headers),
  instances: headers.flatMap(({ frameCount, instance }) => (frameCount > 0 && instance ? [instance] : [])),
});

async function readZip(chosen: ChosenFile): Promise<InspectedFile> {
  const zip = { ...other(chosen), kind: 'zip' as const };
  // a file that cannot be read is reported like a broken ZIP
  const entries = await readZipDirectory(chosen.file).catch(() => null);
  if (!entries) return { ...zip, content: 'unknown', isBroken: true };
  const packed = entries.filter(({ name }) => !name.endsWith('/') && !isSystemFile(name));
  const { headers, contents, vendorFiles } = await readEntries(chosen.file, packed);
  const header = headers.find(({ patientName }) => patientName !== null);
  return {
    ...zip,
    zippedFileCount: packed.length,
    content: mainContent(contents),
    vendorFiles,
    header: header ? { ...header, frameCount: 0, seriesUID: null } : null,
    ...factsOf(headers),
  };
}

const mainContent = (contents: Set<Content>): Content =>
  (['dicom', 'unknown', 'picture'] as const).find((content) => contents.has(content)) ?? 'none';

export const summarise = (inspected: InspectedFile[]): Findings => {
  const headers = inspected.flatMap(({ header }) => header ?? []);
  const zips = inspected.filter(({ kind }) => kind === 'zip');
  return {
    id: newUUID(),
    fileCount: inspected.length,
    sizeBytes: inspected.reduce((sum, { chosen }) => sum + chosen.file.size, 0),
    frameCount: headers.reduce((sum, { frameCount }) => sum + frameCount, 0),
    seriesCount: distinct(headers.map(({ seriesUID }) => seriesUID)).length,
    pictures: inspected.filter(({ kind }) => kind === 'picture').map(({ chosen }) => chosen),
    contents: [...new Set(inspected.map(({ content }) => content))],
    instances: inspected.flatMap(({ instances }) => instances),
    otherCount: inspected.filter(({ kind }) => kind === 'other').length,
    modalities: distinct(headers.map(({ modality }) => modality)),
    sample: chooseSample(inspected),
    people: distinctPeople(inspected.flatMap(({ people }) => people)),
    zipCount: zips.length,
    zippedFileCount: zips.reduce((sum, { zippedFileCount }) => sum + zippedFileCount, 0),
    brokenZips: zips.filter(({ isBroken }) => isBroken).map(({ chosen }) => chosen.filename),
    vendorFiles: distinctVendors(inspected.flatMap(({ vendorFiles }) => vendorFiles)),
  };
};

function chooseSample(inspected: InspectedFile[]): Sample | null {
  const series = new Map<string | null, { file: File; frameCount: number }[]>();
  for (const { chosen, kind, header } of inspected)
    if (kind === 'dicom' && header && header.frameCount > 0) {
      const { seriesUID, frameCount } = header;
      const images = series.get(seriesUID) ?? [];
      images.push({ file: chosen.file, frameCount });
      series.set(seriesUID, images);
    }
  const [largest = []] = [...series.values()].toSorted((one, other) => countFrames(other) - countFrames(one));
  let frame = Math.floor(countFrames(largest) / 2);
  for (const { file, frameCount } of largest) {
    if (frame < frameCount) return { file, isDicom: true, frame };
    frame -= frameCount;
  }
  const picture = inspected.find(({ kind }) => kind === 'picture');
  return picture ? { file: picture.chosen.file, isDicom: false, frame: 0 } : null;
}

const countFrames = (images: { frameCount: number }[]) =>
  images.reduce((sum, { frameCount }) => sum + frameCount, 0);

const distinct = (values: (string | null)[]) => [...new Set(values.filter((value) => value !== null))];

async function readHeader(file: Blob, start: Uint8Array): Promise<DicomHeader | null> {
  const header = readDicomHeader(start);
  const isEnough = !header || header.isComplete || file.size <= FIRST_READ_BYTES;
  return isEnough ? header : readDicomHeader(await bytesOf(file, SECOND_READ_BYTES));
}

const bytesOf = async (file: Blob, count: number) => new Uint8Array(await file.slice(0, count).arrayBuffer());

async function readEntries(file: Blob, entries: ZipEntry[]) {
  const headers: DicomHeader[] = [];
  const contents = new Set<Content>();
  const vendorFiles: (VendorFile | null)[] = [];
  const sample = sampleOf(entries);
  for (const entry of sample) {
    // the server checks the whole archive and reports a damaged entry
    const start = await readEntryStart(file, entry, FIRST_READ_BYTES).catch(() => null);
    const header = start && readDicomHeader(start);
    if (header) headers.push(header);
    if (header) contents.add(contentOf(header));
    else if (start === null || (start.length === 0 && entry.packedBytes > 0)) contents.add('unknown');
    else contents.add(isImage(start) ? 'picture' : 'none');
    if (!header && start && !isImage(start)) vendorFiles.push(vendorOf(entry.name, start));
  }
  if (sample.length < entries.length) contents.add('unknown');
  return { headers, contents, vendorFiles: distinctVendors(vendorFiles) };
}

const distinctVendors = (files: (VendorFile | null)[]): VendorFile[] => [
  ...new Map(files.flatMap((file) => (file ? [[`${file.vendor} ${file.isVolume}`, file]] : []))).values(),
];

/**
 * Selects a volume of another vendor's program, the first entry of every folder, and further entries at equal distances. Each
 * patient or study usually has a folder. The first entries of a ZIP often belong to a vendor's viewer.
 */
function sampleOf<Entry extends { name: string }>(entries: Entry[]): Entry[] {
  if (entries.length <= MAX_TRIED_ENTRIES) return entries;
  const folders = new Map<string, Entry>();
  const volume = entries.find(({ name }) => isVolumeName(name));
  for (const entry of entries) {
    const folder = entry.name.split('/').slice(0, -1).join('/');
    if (!folders.has(folder)) folders.set(folder, entry);
  }
  const half = MAX_TRIED_ENTRIES / 2;
  const spread = Array.from({ length: half }, (_, at) =>
    Math.round((at * (entries.length - 1)) / (half - 1)),
  );
  const chosen = [...(volume ? [volume] : []), ...[...folders.values()].slice(0, half)];
  return [...new Set([...chosen, ...spread.map((at) => entries[at]!)])];
}

const peopleIn = (headers: DicomHeader[]): PersonInFiles[] =>
  distinctPeople(
    headers
      .map(({ patientName: name, birthday, sex }) => ({ name, birthday, sex }))
      .filter(({ name, birthday }) => name || birthday),
  );

const distinctPeople = (people: PersonInFiles[]): PersonInFiles[] => [
  ...new Map(people.map((person) => [`${person.name}|${person.birthday}|${person.sex}`, person])).values(),
];
