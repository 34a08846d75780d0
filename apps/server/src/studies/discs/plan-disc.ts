import {
  type DirectoryImage,
  type DirectoryPatient,
  type DirectorySeries,
  type DirectoryStudy,
  writeDirectory,
} from '@snimok/imaging/dicom/directory';
import { orderSlices } from '@snimok/imaging/dicom/series';
import type { ZipIndexEntry } from '../../platform/zip/zip-index.ts';
import { presentExaminedAt } from '../studies/study-rows/examined-at.ts';
import { type DatedStudy, dayOfStudy } from '../studies/study-rows/study-day.ts';
import type { ImageKeys, ReadFile } from './tasks.ts';

/** A file with pictures, and its name on the disc. */
export interface DiscFile {
  entry: ZipIndexEntry;
  read: ReadFile;
  name: string;
}

/** The pictures of a series in the order of the page. */
export interface DiscSeries {
  title: string;
  pictures: { file: DiscFile; frame: number }[];
  /** only every n-th picture is shown */
  every: number;
}

/** This many pictures are about 60 MB of JPEG. A scan of the head at the finest resolution has 800 slices. */
const MAX_PICTURES = 1500;
/**
 * Limit on the frames of all series together, before pictures are left out. Without it, headers with false numbers of
 * frames could occupy any amount of memory.
 */
const MAX_FRAMES = 20_000;
/** A series with fewer pictures consists of radiographs or photographs. All of them are shown, up to MAX_PICTURES. */
const FEW = 16;
const IMAGES = 'images';

/**
 * Names for a file-set: `DICOM/S0001/I00001` (PS3.10, 8.2). Plain images, and DICOM that a DICOMDIR cannot list, keep
 * their names in the folder `FILES`. The second of two files with the same UID is a copy and is left out.
 */
export const nameFiles = (files: { entry: ZipIndexEntry; read: ReadFile }[]): DiscFile[] => {
  const seen = new Set<string>();
  const series = new Map<string, { number: number; count: number }>();
  return files.flatMap(({ entry, read }): DiscFile[] => {
    if (!read.keys) return [{ entry, read, name: `FILES/${entry.name}` }];
    const { sopInstanceUID, studyInstanceUID, seriesInstanceUID } = read.keys;
    if (seen.has(sopInstanceUID)) return [];
    seen.add(sopInstanceUID);
    const key = `${studyInstanceUID} ${seriesInstanceUID}`;
    const folder = series.get(key) ?? { number: series.size + 1, count: 0 };
    series.set(key, folder);
    folder.count += 1;
    return [{ entry, read, name: `DICOM/S${digits(folder.number, 4)}/I${digits(folder.count, 5)}` }];
  });
};

const digits = (number: number, count: number) => String(number).padStart(count, '0');

/** The series for the page: by number, plain images last. */
export const seriesOf = (files: DiscFile[]): DiscSeries[] => {
  const groups = Map.groupBy(
    files,
    ({ read }) => read.keys?.seriesInstanceUID ?? (read.placement ? '' : IMAGES),
  );
  const numberOf = (group: DiscFile[]) => group[0]?.read.keys?.seriesNumber ?? Number.MAX_SAFE_INTEGER;
  const ordered = [...groups.values()].toSorted((one, other) => numberOf(one) - numberOf(other));
  const budget = { frames: MAX_FRAMES };
  const series = ordered.map((group) => ({
    title: group.find(({ read }) => read.keys?.seriesDescription)?.read.keys?.seriesDescription ?? '',
    pictures: picturesOf(group, budget),
  }));
  const count = series.reduce((sum, { pictures }) => sum + pictures.length, 0);
  const thinned = Math.ceil(count / MAX_PICTURES);
  let left = MAX_PICTURES;
  return series.map(({ pictures, ...one }) => {
    if (pictures.length >= FEW)
      return { ...one, every: thinned, pictures: pictures.filter((_, at) => at % thinned === 0) };
    const shown = pictures.slice(0, left);
    left -= shown.length;
    return { ...one, every: 1, pictures: shown };
  });
};

/** The pictures of a series, in order. Subtracts the number of its frames from the budget. */
const picturesOf = (group: DiscFile[], budget: { frames: number }): DiscSeries['pictures'] => {
  const placed = group.flatMap((file) => {
    const { placement } = file.read;
    if (!placement || budget.frames === 0) return [];
    const numberOfFrames = Math.min(placement.numberOfFrames, budget.frames);
    budget.frames -= numberOfFrames;
    return [{ file, placement: { ...placement, numberOfFrames } }];
  });
  const slices = orderSlices(placed.map(({ placement }) => placement));
  const plain = group.filter(({ read }) => !read.placement).map((file) => ({ file, frame: 0 }));
  return [...slices.map(({ file, frame }) => ({ file: placed[file]!.file, frame })), ...plain];
};

type Listed = DiscFile & { read: { keys: ImageKeys } };
const isListed = (file: DiscFile): file is Listed => file.read.keys !== null;

/** Replacements for attributes that a DICOMDIR must have and the files lack (PS3.3, F.5.1 and F.5.2). */
interface Missing {
  patientID: string;
  studyID: string;
  /** YYYYMMDD */
  studyDate: string;
  /** HHMMSS */
  studyTime: string;
}

/** The replacements for the files of a study of the portal. */
export const missingOf = (
  study: DatedStudy & { id: number; patientID: number },
  timeZone: string,
): Missing => ({
  patientID: String(study.patientID),
  studyID: String(study.id),
  studyDate: dayOfStudy(study, timeZone).replaceAll('-', ''),
  studyTime: presentExaminedAt(study)?.time?.replace(':', '').padEnd(6, '0') ?? '000000',
});

/** The DICOMDIR of a study's files. */
export const directoryOf = (files: DiscFile[], missing: Missing, uuid: string): Uint8Array => {
  // a UID derived from a UUID (PS3.5, B.2)
  const sopInstanceUID = `2.25.${BigInt(`0x${uuid.replaceAll('-', '')}`)}`;
  return writeDirectory(recordsOf(files, missing), { fileSetID: 'SNIMOK', sopInstanceUID });
};

/**
 * The records of a DICOMDIR.
 * @internal
 */
export const recordsOf = (files: DiscFile[], missing: Missing): DirectoryPatient[] => {
  const listed = files.filter(isListed);
  const patients = Map.groupBy(listed, ({ read: { keys } }) => `${keys.patientID}\n${keys.patientName}`);
  return [...patients.values()].map((ofPatient) => {
    const { patientName, patientID } = ofPatient[0]!.read.keys;
    const studies = Map.groupBy(ofPatient, ({ read }) => read.keys.studyInstanceUID);
    return {
      name: patientName,
      id: patientID || missing.patientID,
      studies: [...studies.values()].map((ofStudy) => studyRecord(ofStudy, missing)),
    };
  });
};

const studyRecord = (files: Listed[], missing: Missing): DirectoryStudy => {
  const { keys } = files[0]!.read;
  const series = Map.groupBy(files, ({ read }) => read.keys.seriesInstanceUID);
  return {
    studyInstanceUID: keys.studyInstanceUID,
    date: keys.studyDate || missing.studyDate,
    // the date of the files and the time of the portal might be of different days
    time: keys.studyTime || (keys.studyDate ? '000000' : missing.studyTime),
    description: keys.studyDescription,
    id: keys.studyID || missing.studyID,
    accessionNumber: keys.accessionNumber,
    series: [...series.values()].map(seriesRecord),
  };
};

const seriesRecord = (files: Listed[]): DirectorySeries => {
  const { modality, seriesInstanceUID, seriesNumber } = files[0]!.read.keys;
  const images = files.map(imageRecord).toSorted((one, other) => one.instanceNumber - other.instanceNumber);
  return { modality, seriesInstanceUID, seriesNumber, images };
};

const imageRecord = ({ name, read: { keys } }: Listed): DirectoryImage => {
  const { sopClassUID, sopInstanceUID, transferSyntaxUID, instanceNumber } = keys;
  return { fileID: name.split('/'), sopClassUID, sopInstanceUID, transferSyntaxUID, instanceNumber };
};
