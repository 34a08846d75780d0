import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { ctImage } from '@snimok/imaging/dicom/images';
import { readDicom } from '@snimok/imaging/dicom/read';
import { TRANSFER_SYNTAX } from '@snimok/imaging/dicom/elements/transfer-syntax';
import { fileHead } from '@snimok/imaging/dicom/elements/write';
import { cbctSeries, panoramicFile } from '@snimok/phantom/series';

const folder = process.env.SNIMOK_SHARED_DATA ?? join(import.meta.dirname, '../../../shared/data');

/** The folder of real image files beside the repository, if this machine has it. CI must have it. */
export const sharedImages = existsSync(join(folder, 'MANIFEST.tsv')) ? folder : undefined;
if (!sharedImages && process.env.CI)
  throw new Error(`CI needs the shared image files, but there are none in ${folder}`);

/** Name and birth date in the files of the synthetic patient. */
export const PHANTOM_PATIENT = { name: 'Соколова Анна Игоревна', birthday: '14.03.1987' };

const STUDY = {
  patient: { name: PHANTOM_PATIENT.name, id: 'E2E-1', birthDate: '1987-03-14', sex: 'F' },
  takenOn: '2026-11-20',
  seriesNumber: 1,
  manufacturer: 'Snimok',
  model: 'Phantom',
} as const;

/**
 * The study of the files in a folder: one for each test, because scenarios that share a portal must not repeat each other's
 * images.
 */
const studyIn = (into: string) => {
  const [ofTest = into] = relative(tmpdir(), into).split(sep);
  const uid = `2.25.${BigInt(`0x${hash(Buffer.from(ofTest)).slice(0, 24)}`)}`;
  return { ...STUDY, studyInstanceUID: `${uid}.1`, seriesInstanceUID: `${uid}.2` };
};

/** Writes a series as a cone-beam device does: slices through 90 mm of the synthetic jaws. Returns the folder. */
export const writeSeries = async (
  into: string,
  { slices = 24, side = 96, name = PHANTOM_PATIENT.name } = {},
): Promise<string> => {
  const series = cbctSeries(
    { size: [side, side, slices], spacingMm: 90 / side },
    { ...studyIn(into), patient: { ...STUDY.patient, name }, seriesDescription: 'КЛКТ' },
  );
  await mkdir(into, { recursive: true });
  for (const { filename, bytes } of series) writeFileSync(join(into, filename), bytes);
  return into;
};

/**
 * Deflates the data sets of the files in a folder (PS3.5, A.5). The server reads such files, the page does not. Returns the
 * folder.
 */
export const deflateSeries = (folder: string): string => {
  for (const name of readdirSync(folder)) {
    const bytes = readFileSync(join(folder, name));
    const { sopClassUID, sopInstanceUID } = readDicom(bytes);
    // the data set begins after the preamble and the group length, which states the length of the other meta information
    const dataSet = bytes.subarray(144 + bytes.readUInt32LE(140));
    const head = fileHead({
      sopClassUID: sopClassUID!,
      sopInstanceUID: sopInstanceUID!,
      transferSyntaxUID: TRANSFER_SYNTAX.deflatedLittleEndian,
    });
    writeFileSync(join(folder, name), Buffer.concat([head, deflateRawSync(dataSet)]));
  }
  return folder;
};

/** The distance between the centres of the two balls of `writeBalls`. */
export const BALLS_APART_MM = 20;

/** Writes a series with half-millimetre voxels: two steel balls in wax, centred on the middle slice. Returns the folder. */
export const writeBalls = async (into: string): Promise<string> => {
  const side = 120;
  const slices = 24;
  const mm = 0.5;
  const study = studyIn(into);
  await mkdir(into, { recursive: true });
  for (let slice = 0; slice < slices; slice++) {
    const values = Uint16Array.from({ length: side * side }, (_, at) => {
      const x = (at % side) * mm;
      const y = Math.floor(at / side) * mm;
      const z = (slice - slices / 2) * mm;
      const isInBall = (ballX: number) => Math.hypot(x - ballX, y - 30, z) <= 1.5;
      return isInBall(20) || isInBall(20 + BALLS_APART_MM) ? 4000 : 1024;
    });
    const bytes = ctImage(
      { ...study, seriesDescription: 'Шарики' },
      {
        sopInstanceUID: `${study.seriesInstanceUID}.${slice + 1}`,
        frameOfReferenceUID: `${study.studyInstanceUID}.1`,
        instanceNumber: slice + 1,
        rows: side,
        columns: side,
        values,
        pixelSpacingMm: [mm, mm],
        sliceThicknessMm: mm,
        imagePositionMm: [0, 0, slice * mm],
      },
    );
    writeFileSync(join(into, `CT${String(slice + 1).padStart(4, '0')}.dcm`), bytes);
  }
  return into;
};

/** Writes one panoramic radiograph, of the synthetic patient unless changed. Returns the folder. */
export const writePanoramic = async (
  into: string,
  change: Partial<Parameters<typeof panoramicFile>[1]> = {},
  { hasScale = true } = {},
): Promise<string> => {
  const { filename, bytes } = panoramicFile(
    { width: 900, height: 480, hasScale },
    { ...studyIn(into), ...change, seriesDescription: 'ОПТГ' },
  );
  await mkdir(into, { recursive: true });
  writeFileSync(join(into, filename), bytes);
  return into;
};

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export type Contents = Map<string, string>;

/** Names relative to the folder, with `prefix`, and SHA-256 hashes of all files in a folder. */
export const contentsOfFolder = (path: string, prefix = ''): Contents =>
  new Map(
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const file = join(entry.parentPath, entry.name);
        return [prefix + file.slice(path.length + 1), hash(readFileSync(file))] as const;
      })
      .sort(byName),
  );

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1);

const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_BYTES = 22;
const STORED = 0;
const DEFLATED = 8;

/** Names and SHA-256 hashes of all files in a ZIP. */
export const contentsOfZip = (path: string): Contents =>
  new Map([...filesInZip(path)].map(([name, bytes]) => [name, hash(bytes)]));

/** The files of a ZIP, read independently of the portal's ZIP code (APPNOTE 4.3.12, 4.3.16). */
export const filesInZip = (path: string): Map<string, Buffer> => {
  const zip = readFileSync(path);
  let end = zip.length - END_BYTES;
  while (zip.readUInt32LE(end) !== END) end--;
  const files: [string, Buffer][] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== CENTRAL) throw new Error('not a central directory');
    const method = zip.readUInt16LE(at + 10);
    const packed = zip.readUInt32LE(at + 20);
    const [nameLength, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const data = zip.subarray(begin, begin + packed);
    if (method !== STORED && method !== DEFLATED) throw new Error(`method ${method}`);
    if (!name.endsWith('/')) files.push([name, method === STORED ? data : inflateRawSync(data)]);
    at += 46 + nameLength + extra + comment;
  }
  return new Map(files.sort(byName));
};

/** A ZIP with one stored file under an arbitrary name, which may be invalid. */
export const zipOf = (name: string, data: Buffer): Buffer => zipOfAll([[name, data]]);

/** A ZIP with several stored files. */
export const zipOfAll = (files: [name: string, data: Buffer][]): Buffer => {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [name, data] of files) {
    const title = Buffer.from(name);
    // version 2.0, UTF-8 names, stored, no time; then the CRC-32, both sizes and the length of the name
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x0800, 2);
    fields.writeUInt32LE(crc32(data), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(data.length, 18);
    fields.writeUInt16LE(title.length, 22);
    const location = Buffer.alloc(14);
    location.writeUInt32LE(at, 10);
    entries.push(Buffer.concat([signature(CENTRAL), Buffer.from([20, 0]), fields, location, title]));
    const local = Buffer.concat([signature(0x04034b50), fields, title, data]);
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
};

const signature = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
